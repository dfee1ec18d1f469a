/** How long the address of a file that was sent is valid at least, counted from when it was given, and at most. */
export const fileAddressMs = { atLeast: 10 * 60_000, atMost: 15 * 60_000 };
