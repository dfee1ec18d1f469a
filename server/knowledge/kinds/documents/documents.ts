import type { KindOfSource } from "../kind.ts";
import { readDocuments } from "./readDocuments.ts";

/** Documents that programs push. A run reads those that wait, so the others stay. */
export const documents: KindOfSource<"documents"> = {
  name: () => "Documents",
  async read(reading) {
    await readDocuments(reading);
    return false;
  },
};
