import type { Answering } from "../answering/answering.ts";
import type { Store } from "../database/store.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Models } from "../models/models.ts";
import type {} from "./tables.ts";

/** The dependencies of evaluation. */
export interface EvaluationDeps {
  store: Store;
  jobs: Jobs;
  answering: Answering;
  models: Pick<Models, "open" | "openEmbedder">;
  /** Of the product, for reproduction files. */
  version: string;
  now: () => number;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}
