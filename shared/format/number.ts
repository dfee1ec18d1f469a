const units = ["", "K", "M", "G", "T", "P", "E"];

/** A number made short with "K, M, G and so on" (specification 9): 1,234 is `1.2K`. */
export function abbreviateNumber(number: number): string {
  let value = Math.abs(number);
  let unit = 0;
  while (Math.round(value * 10) / 10 >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const rounded = unit === 0 ? value : Math.round(value * 10) / 10;
  return `${number < 0 ? "-" : ""}${rounded}${units[unit]}`;
}
