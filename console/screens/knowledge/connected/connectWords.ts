import type { ConnectionProvider } from "../../../../shared/contract/knowledge/sourceConnection.ts";

/** What people read of each provider. */
export const connectWords: Record<
  ConnectionProvider,
  { label: string; signIn: string; account: string; top: string; search: string }
> = {
  googleDrive: {
    ...{
      label: "Google Drive",
      signIn: "Sign in with Google",
      account: "Google account",
      top: "Google Drive",
    },
    ...{ search: "Search by name, or paste a link" },
  },
  notion: {
    ...{ label: "Notion", signIn: "Sign in with Notion", account: "Notion workspace", top: "Shared pages" },
    ...{ search: "Search by title, or paste a link" },
  },
};

/** What people read when they come back from a provider without an account. */
export function describeReturn(code: string): string {
  if (code === "provider_cancelled") return "You didn’t finish signing in. Try again.";
  return "The account could not be connected. Try again.";
}
