const units = ["Bytes", "KB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"];
/** What Intl can write. */
const unitNames = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte", "petabyte"];

/**
 * A size with "base 1024 units from Bytes to YB" (specification 9), two digits behind the point at most. With the
 * locale of another language than English number and unit are written as people there write them: `1,5 Mo` in French.
 */
export function formatBytes(bytes: number, locale = "en"): string {
  let value = bytes > 0 ? bytes : 0;
  let unit = 0;
  while (Math.round(value * 100) / 100 >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const unitName = unitNames[unit];
  if (unitName && !/^en\b/i.test(locale)) {
    // The short form of bytes counts nothing: "8 byte".
    const unitDisplay = unit === 0 ? "long" : "short";
    const format = { style: "unit", unit: unitName, unitDisplay, maximumFractionDigits: 2 } as const;
    return new Intl.NumberFormat(locale, format).format(value);
  }
  return `${Math.round(value * 100) / 100} ${units[unit]}`;
}
