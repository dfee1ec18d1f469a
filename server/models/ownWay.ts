import type { NetworkTrust } from "./ask.ts";
import type { ModelFault } from "./fault.ts";
import type { Connection } from "./providers.ts";

/** A way to a model: by a key of the organization's own, or the installation's. */
export interface OwnWay {
  connection: Connection;
  trust: NetworkTrust;
  fetch: typeof fetch;
  /** Whether it is by the installation's key. */
  isInstallations?: boolean;
  /** Is told that an answer came: what lists models need not answer, as where there is no credit left. */
  noteAnswer(): Promise<void>;
  /** Is told what ended an answer: it may say that the provider refuses the key. */
  noteFault(fault: ModelFault): Promise<void>;
  /** Takes credits where they are bounded; gives how to put them back, or null where too few are left. */
  take?(credits: number): Promise<(() => Promise<void>) | null>;
}
