/** Gives an id for what is sent, kept over every repeat: 128 random bits, also on pages without a secure context. */
export function newClientId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
