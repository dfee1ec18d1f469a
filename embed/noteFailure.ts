/** Page code is told by a rejection where it waits for one; what it does not wait for is said once in the console. */
export function noteFailure(error: unknown): void {
  if ((error as { code?: string }).code !== "destroyed") console.warn(error);
}
