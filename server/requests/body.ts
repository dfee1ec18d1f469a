import type { Readable } from "node:stream";
import { maxBodyBytes } from "../../shared/domain/limits.ts";
import { AppError } from "../../shared/errors/errors.ts";

/** A body of at most a quarter of a megabyte that takes longer than this is somebody holding request handling. */
const bodyWithinMs = 15_000;

export interface BodyOptions {
  maxBytes?: number | undefined;
  /** Where the body comes by a socket: read as a stream of the web's own kind it costs as much as all checks of its request. */
  incoming?: Readable | undefined;
}

/** Reads a request's body and counts what really comes, whatever Content-Length says: 413 over the size, 408 over time. */
export async function readBody(
  request: Request,
  { maxBytes = maxBodyBytes, incoming }: BodyOptions = {},
): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw new AppError("too_large");
  const body = incoming ? readIncoming(incoming, maxBytes) : readStream(request, maxBytes);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError("timeout")), bodyWithinMs);
  });
  try {
    return await Promise.race([body.whole, late]);
  } finally {
    clearTimeout(timer);
    body.letGo();
  }
}

/** A body while it is read; `letGo` says that the rest isn't needed. */
interface Body {
  whole: Promise<Uint8Array>;
  letGo(): void;
}

function readIncoming(incoming: Readable, maxBytes: number): Body {
  const { promise: whole, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const take = (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) reject(new AppError("too_large"));
    else chunks.push(chunk);
  };
  const end = () => resolve(Buffer.concat(chunks));
  const cut = (cause?: unknown) => reject(new AppError("timeout", { cause }));
  incoming.on("data", take).on("end", end).on("error", cut).on("close", cut);
  if (incoming.destroyed) cut();
  return {
    whole,
    letGo: () => {
      incoming.pause();
      // An error that comes later is nobody's.
      incoming.off("data", take).off("end", end).off("close", cut);
    },
  };
}

function readStream({ body }: Request, maxBytes: number): Body {
  if (!body) return { whole: Promise.resolve(new Uint8Array()), letGo: () => {} };
  const reader = body.getReader();
  return { whole: readAll(reader, maxBytes), letGo: () => void reader.cancel().catch(() => {}) };
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

/** The client has left, so this only keeps the log quiet. */
function explainCut(cause: unknown): never {
  throw new AppError("timeout", { cause });
}
