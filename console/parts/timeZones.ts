/** Gives the time zone of this device. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** Gives the time zones that the browser knows, this device's among them. */
export function listTimeZones(): string[] {
  return [...new Set([ownTimeZone(), "UTC", ...Intl.supportedValuesOf("timeZone")])].sort();
}
