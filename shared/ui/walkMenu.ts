/** Where a key leads among the items of a menu: the arrows around it, Home and End to its ends, a letter to the next item that begins with it. */
export function walkMenu(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const at = items.findIndex((one) => one === document.activeElement);
  if (key === "ArrowDown") return items[(at + 1) % items.length];
  if (key === "ArrowUp") return items.at(at <= 0 ? -1 : at - 1);
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  if (key.length !== 1 || key === " ") return undefined;
  const fromHere = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return fromHere.find(({ textContent }) => textContent?.toLowerCase().startsWith(key.toLowerCase()));
}
