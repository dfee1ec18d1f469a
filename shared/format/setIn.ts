/**
 * Sets every line of a text in by two blanks, so that none of them can pose as a line of who writes it down: whatever it is
 * that some program begins a line at.
 */
export function setIn(text: string): string {
  return `  ${text.replace(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, "$&  ")}`;
}
