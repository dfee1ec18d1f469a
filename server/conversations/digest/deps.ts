import type { Store } from "../../database/store.ts";
import type { Mail } from "../../mail/mail.ts";

/** What letters about what waits are made of. */
export interface DigestDeps {
  store: Store;
  mail: Pick<Mail, "isConfigured" | "post">;
  /** What the addresses that end them are signed with. */
  key: Uint8Array;
  now: () => number;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}
