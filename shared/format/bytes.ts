const units = ["Bytes", "KB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"];

/** A size with "base 1024 units from Bytes to YB" (specification 9), two digits behind the point at most. */
export function formatBytes(bytes: number): string {
  if (!(bytes > 0)) return "0 Bytes";
  let value = bytes;
  let unit = 0;
  while (Math.round(value * 100) / 100 >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${Math.round(value * 100) / 100} ${units[unit]}`;
}
