/** A length of time as minutes and seconds, as players show it: `1:05`, and `75:00` over an hour. */
export function formatMinutes(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
