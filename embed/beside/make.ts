/** Gives an element with these attributes and this text. */
export function make(name: string, attributes: Record<string, string>, text = ""): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}
