/** Gives the one-time token of the set-up link that the server printed, if this page was opened by it. */
export function readSetupToken(): string | undefined {
  return new URLSearchParams(location.search).get("setup") || undefined;
}
