import { storeDocument } from "../../sync/readDocument.ts";
import type { KindOfSource } from "../kind.ts";

/** A text that somebody typed. */
export const text: KindOfSource<"text"> = {
  name: ({ title }) => title,
  async read(reading, config) {
    await reading.record.set({ found: 1 });
    await storeDocument(reading, {
      key: "text",
      fileId: null,
      name: config.title,
      title: config.title,
      contentType: "text/markdown",
      bytes: Buffer.from(config.text),
    });
    return true;
  },
};
