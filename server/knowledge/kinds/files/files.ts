import type { KindOfSource } from "../kind.ts";
import { lookAtFiles } from "./lookAtFiles.ts";
import { readFiles } from "./readFiles.ts";

/** Files that somebody uploaded. One that is named twice is read once. */
export const files: KindOfSource<"files"> = {
  check: (config) => ({ ...config, fileIds: [...new Set(config.fileIds)] }),
  name: ({ fileIds }) => (fileIds.length === 1 ? "1 file" : `${fileIds.length} files`),
  async read(reading, { fileIds }) {
    await readFiles(reading, fileIds);
    return true;
  },
  preview: (looking, { fileIds }) => lookAtFiles(looking, fileIds),
  placeOf: ({ fileId, url }) => fileId ?? url,
  fileIds: ({ fileIds }) => fileIds,
};
