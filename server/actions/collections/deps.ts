import type { Knowledge } from "../../knowledge/createKnowledge.ts";
import type { Store } from "../../database/store.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Storage } from "../../storage/storage.ts";
import type {} from "./tables.ts";

/** The services that data collections use. */
export interface CollectionDeps {
  store: Store;
  jobs: Jobs;
  openFile: Storage["openFile"];
  removeFile: Storage["removeFile"];
  readTable: Knowledge["readTable"];
  now: () => number;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}
