/** What page code catches where something could not be done: an Error with a code to switch on. */
export function failure(code: string, message = ""): Error & { code: string } {
  return Object.assign(new Error(`Pilothouse: ${message || code}`), { code });
}
