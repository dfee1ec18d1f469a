/** A duration as "hh:mm:ss with 'h', 'm', 's'" (specification 9): `01h:02m:03s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const part = (value: number, letter: string): string => String(value).padStart(2, "0") + letter;
  return [
    part(Math.floor(seconds / 3600), "h"),
    part(Math.floor(seconds / 60) % 60, "m"),
    part(seconds % 60, "s"),
  ].join(":");
}
