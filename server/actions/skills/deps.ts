import type { Secrets } from "../../database/secrets.ts";
import type { Store } from "../../database/store.ts";
import type { Egress } from "../../egress/egress.ts";

/** What skills are made of. */
export interface SkillDeps {
  store: Store;
  seal: Secrets;
  egress: Egress;
  now: () => number;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}
