import { lazyFamily } from "../../../parts/lazy.ts";

/** The conversations in another form than the list: those that a search finds, and the table. */
export const { FoundThreads, TableKeys, TableSettings, ThreadTable } = lazyFamily(
  () => import("./otherListParts.ts"),
);
