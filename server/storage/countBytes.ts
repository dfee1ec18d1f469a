import { AppError } from "../../shared/errors/errors.ts";

/** How long a client may send nothing in the middle of a file, and how long the whole may take. */
const silentForMs = 30_000;
const wholeWithinMs = 5 * 60_000;

/** Gives a body's bytes on as they come; throws where it is not exactly of this size, or takes too long. */
export async function* countBytes(
  body: ReadableStream<Uint8Array>,
  sizeBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  const endsAt = Date.now() + wholeWithinMs;
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await readWithin(reader, Math.min(silentForMs, endsAt - Date.now()));
      if (done) break;
      bytes += value.byteLength;
      if (bytes > sizeBytes)
        throw new AppError("too_large", { message: "More was sent than was announced." });
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
  if (bytes < sizeBytes)
    throw new AppError("invalid_input", { message: "The file was cut on its way. Send it again." });
}

async function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>, ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError("timeout")), ms);
  });
  const read = reader.read().catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : new AppError("timeout", { cause });
  });
  return Promise.race([read, late]).finally(() => clearTimeout(timer));
}
