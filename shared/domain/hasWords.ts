/** Whether a text has anything to translate beside addresses, numbers and signs. */
export function hasWords(text: string): boolean {
  return text.split(/\s+/).some((word) => !/:\/\/|@/.test(word) && /\p{L}/u.test(word));
}
