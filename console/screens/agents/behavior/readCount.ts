/** The whole number that somebody typed; null for none. */
export function readCount(text: string): number | null {
  const count = Math.floor(Number(text));
  return text.trim() === "" || !Number.isFinite(count) ? null : Math.max(0, count);
}
