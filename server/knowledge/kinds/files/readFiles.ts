import { AppError } from "../../../../shared/errors/errors.ts";
import { storeDocument } from "../../sync/readDocument.ts";
import { failPage } from "../../sync/failPage.ts";
import type { Reading } from "../../sync/reading.ts";

/** Reads uploaded files one by one; a broken one is named with its reason, and the rest continues. */
export async function readFiles(reading: Reading, fileIds: string[]): Promise<void> {
  const wanted = reading.only ?? fileIds;
  await reading.record.set({ found: wanted.length });
  for (const fileId of wanted) {
    reading.signal.throwIfAborted();
    await readOne(reading, fileId);
  }
}

async function readOne(reading: Reading, fileId: string): Promise<void> {
  const { organizationId } = reading.record.key;
  try {
    const file = await reading.openFile(organizationId, fileId);
    const bytes = await file.readStart(file.sizeBytes);
    const { name, contentType } = file;
    await storeDocument(reading, { key: fileId, fileId, name, contentType, bytes });
  } catch (error) {
    if (!isMissing(error)) throw error;
    const reason = "The file no longer exists. Upload it again.";
    await failPage(reading, { key: fileId, url: null, fileId, title: "File", reason, step: "fetch" });
  }
}

/** Its row is not there, or somebody took the file itself out of the data folder or the object store. */
function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === "not_found";
}
