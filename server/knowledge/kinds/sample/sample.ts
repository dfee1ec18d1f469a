import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { storeDocument } from "../../sync/readDocument.ts";
import type { KindOfSource } from "../kind.ts";

const sampleFolder = join(import.meta.dirname, "pages");

/** The help pages of a fictional shop that come with the product. */
export const sample: KindOfSource<"sample"> = {
  name: () => "Sample: Harbor & Pine help pages",
  async read(reading) {
    const names = (await readdir(sampleFolder)).filter((name) => name.endsWith(".md")).sort();
    await reading.record.set({ found: names.length });
    for (const name of names) {
      reading.signal.throwIfAborted();
      const bytes = await readFile(join(sampleFolder, name));
      await storeDocument(reading, { key: name, fileId: null, name, contentType: "text/markdown", bytes });
    }
    return true;
  },
};
