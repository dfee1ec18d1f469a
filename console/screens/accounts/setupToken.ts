/**
 * Gives the one-time token of the set-up link that the server printed. It stands behind the `#`, which browsers send to
 * nobody, not even to this server.
 */
export function readSetupToken(): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get("setup") || undefined;
}
