/** `7d`: the last seven days, of which today is one. */
export const lastDaysPattern = /^([1-9]\d{0,2})d$/;

/** Gives how many days such a text means; null for what is none. */
export function readLastDays(text: string): number | null {
  const days = lastDaysPattern.exec(text)?.[1];
  return days === undefined ? null : Number(days);
}
