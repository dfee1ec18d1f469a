import { AppError } from "../../shared/errors/errors.ts";
import { CannotStart } from "../database/cannotStart.ts";
import { readTag } from "../storage/s3/requests.ts";
import type { AskS3 } from "../storage/s3/requests.ts";

export interface Parts {
  /** Objects of more bytes are sent in parts. Stores take at most 5 GB at once. */
  aboveBytes: number;
  /** Bytes of a part, of which one is in memory at a time. Stores want 5 MB at least. */
  partBytes: number;
}

export const usualParts: Parts = { aboveBytes: 1024 ** 3, partBytes: 64 * 1024 ** 2 };

/** A store takes this many of one object, so the largest objects have larger parts. */
const mostParts = 10_000;

interface LargeObject {
  key: string;
  sizeBytes: number;
  partBytes: number;
  body: ReadableStream<Uint8Array>;
}

/**
 * Writes an object in parts, each of which is sent again by itself where the store is busy. The object is there once all
 * parts are; if one can't be sent or read, the store is told to forget the others. False where there is no such bucket.
 */
export async function putInParts(ask: AskS3, object: LargeObject): Promise<boolean> {
  const { key, sizeBytes, body } = object;
  const partBytes = Math.max(object.partBytes, Math.ceil(sizeBytes / mostParts));
  const begun = await ask({ method: "POST", key, query: { uploads: "" } });
  if (begun.status === 404) return false;
  const uploadId = readTag(await begun.text(), "UploadId");
  if (uploadId === null)
    throw new CannotStart("The store doesn’t accept uploads in parts, which large files need.");
  try {
    const etags: string[] = [];
    let sentBytes = 0;
    for await (const part of cut(body, partBytes)) {
      const query = { partNumber: String(etags.length + 1), uploadId };
      const answer = await ask({ method: "PUT", key, query, body: part });
      const etag = answer.headers.get("etag");
      if (!answer.ok || etag === null)
        throw new AppError("unavailable", {
          message: "The file store took a part of a file, but no longer has it.",
        });
      etags.push(etag);
      sentBytes += part.byteLength;
    }
    if (sentBytes !== sizeBytes) throw new Error(`${key} changed while it was read.`);
    const parts = etags.map(
      (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    );
    const list = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
    const done = await ask({
      method: "POST",
      key,
      query: { uploadId },
      body: new TextEncoder().encode(list),
    });
    // The upload ended already, and only the answer was lost: then the whole object is there.
    if (done.status === 404 && (await findSize(ask, key)) === sizeBytes) return true;
    // It can begin well and end badly: then the answer is a 200 that holds an error.
    if (!done.ok || readTag(await done.text(), "ETag") === null)
      throw new AppError("unavailable", { message: "The file store could not put the parts together." });
    return true;
  } catch (error) {
    // The first error tells more than one of the clean-up.
    await ask({ method: "DELETE", key, query: { uploadId } }).catch(() => null);
    throw error;
  }
}

async function findSize(ask: AskS3, key: string): Promise<number | null> {
  const { ok, headers } = await ask({ method: "HEAD", key });
  return ok ? Number(headers.get("content-length")) : null;
}

/** Gives a stream in parts of this size, the last of which may be smaller. */
async function* cut(body: ReadableStream<Uint8Array>, partBytes: number): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of body) {
    for (let from = 0; from < chunk.byteLength;) {
      const piece = chunk.subarray(from, from + partBytes - heldBytes);
      held.push(piece);
      heldBytes += piece.byteLength;
      from += piece.byteLength;
      if (heldBytes < partBytes) continue;
      yield Buffer.concat(held);
      [held, heldBytes] = [[], 0];
    }
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}
