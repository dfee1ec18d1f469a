import { maxBodyBytes } from "../../shared/domain/limits.ts";
import { AppError } from "../../shared/errors/errors.ts";

/** A body of at most a quarter of a megabyte that takes longer than this is somebody holding the door. */
const bodyWithinMs = 15_000;

/** Reads a request's body and counts what really comes, whatever Content-Length says: 413 over the size, 408 over time. */
export async function readBody(request: Request, maxBytes = maxBodyBytes): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw new AppError("too_large");
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError("timeout")), bodyWithinMs);
  });
  try {
    return await Promise.race([readAll(reader, maxBytes), late]);
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => {});
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(explainCut);
    if (done) return Buffer.concat(chunks);
    bytes += value.byteLength;
    if (bytes > maxBytes) throw new AppError("too_large");
    chunks.push(value);
  }
}

/** Nobody is there any more to read the answer, so this only keeps the log quiet. */
function explainCut(cause: unknown): never {
  throw new AppError("timeout", { cause });
}
