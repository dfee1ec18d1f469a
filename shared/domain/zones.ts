/** "A zone slug is exactly 6 characters from letters, digits, underscore and hyphen" (specification 5). */
const zoneSlugPattern = /^[A-Za-z0-9_-]{6}$/;

/** Whether a text can be the slug of a zone. Large and small letters are two. */
export function isZoneSlug(text: string): boolean {
  return zoneSlugPattern.test(text);
}
