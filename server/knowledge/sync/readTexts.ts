import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { storeDocument } from "./readDocument.ts";
import type { Reading } from "./reading.ts";

/** Reads the text that somebody typed. */
export async function readText(reading: Reading, config: { title: string; text: string }): Promise<void> {
  await reading.record.set({ found: 1 });
  await storeDocument(reading, {
    key: "text",
    fileId: null,
    name: config.title,
    title: config.title,
    contentType: "text/markdown",
    bytes: Buffer.from(config.text),
  });
}

const sampleFolder = join(import.meta.dirname, "../sample");

/** Reads the help pages of the fictional shop that come with the product. */
export async function readSample(reading: Reading): Promise<void> {
  const names = (await readdir(sampleFolder)).filter((name) => name.endsWith(".md")).sort();
  await reading.record.set({ found: names.length });
  for (const name of names) {
    reading.signal.throwIfAborted();
    const bytes = await readFile(join(sampleFolder, name));
    await storeDocument(reading, { key: name, fileId: null, name, contentType: "text/markdown", bytes });
  }
}
