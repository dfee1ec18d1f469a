import type { Store } from "../../database/store.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Mail } from "../../mail/mail.ts";
import type { Scheduler } from "../../timing/scheduler.ts";

/** The dependencies of digest mails. */
export interface DigestDeps {
  store: Store;
  jobs: Pick<Jobs, "enqueue">;
  mail: Pick<Mail, "isConfigured" | "send">;
  /** What the addresses that end them are signed with. */
  key: Uint8Array;
  /** The address that links begin with; null while nobody has said it. */
  lookOrigin(): Promise<string | null>;
  now: () => number;
  scheduler: Scheduler;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}
