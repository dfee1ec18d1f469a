import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { EgressError } from "./EgressError.ts";
import { createScheduler } from "../timing/scheduler.ts";

/** How much of an answer is taken, and how slowly it may come. */
export type BodyLimits = {
  maxBytes: number;
  /** 0 lets an answer drip until its whole time is over. */
  minBytesPerSecond: number;
  /** How long bytes are counted before the rate is judged, again and again. */
  slowWindowMs: number;
};

/**
 * Gives the whole unpacked body. Bytes are counted as they come and as they unfold, so that neither an endless
 * answer nor a small one that unpacks to gigabytes is ever held.
 */
export async function readBody(
  response: IncomingMessage,
  limits: BodyLimits,
  signal: AbortSignal,
): Promise<Buffer> {
  const encodings = listEncodings(response);
  if (encodings.length === 0 && Number(response.headers["content-length"]) > limits.maxBytes)
    throw tooLarge();
  try {
    const firstByte = await peek(response, signal);
    if (firstByte === undefined) return Buffer.alloc(0);
    const decoders = encodings.toReversed().map((encoding) => createDecoder(encoding, firstByte));
    const { sink, chunks } = createSink(limits.maxBytes);
    await pipeline([response, createMeter(limits), ...decoders, sink], { signal });
    return Buffer.concat(chunks);
  } catch (error) {
    throw nameFailure(error, signal);
  } finally {
    response.destroy();
  }
}

function listEncodings(response: IncomingMessage): string[] {
  const names = (response.headers["content-encoding"] ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");
  if (names.length > 3)
    throw new EgressError("undecodable", { log: `${names.length} encodings on one body` });
  return names;
}

/** Gives the first byte and puts it back, or nothing for an empty body, which no decoder would take. */
async function peek(response: IncomingMessage, signal: AbortSignal): Promise<number | undefined> {
  if (response.errored) throw response.errored;
  if (response.readableLength === 0 && !response.readableEnded) await once(response, "readable", { signal });
  const chunk: Buffer | null = response.read();
  if (chunk === null) return undefined;
  response.unshift(chunk);
  return chunk[0];
}

function createDecoder(encoding: string, firstByte: number): Transform {
  if (encoding === "gzip" || encoding === "x-gzip") return createGunzip();
  if (encoding === "br") return createBrotliDecompress();
  // "deflate" should be zlib's form, but some servers send the bare one; its first byte tells.
  if (encoding === "deflate") return (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw();
  throw new EgressError("undecodable", { log: `content-encoding ${encoding}` });
}

/** Bytes come in the machine's own time, whatever a test says that it is. */
const machine = createScheduler({ report: console.error });

/** Lets raw bytes through and ends the whole stream when they are too many or come too slowly. */
function createMeter({ maxBytes, minBytesPerSecond, slowWindowMs }: BodyLimits): Transform {
  let total = 0;
  let inWindow = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      inWindow += chunk.length;
      if (total > maxBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
  const judgeRate = (): void => {
    const rate = (inWindow / slowWindowMs) * 1000;
    inWindow = 0;
    if (rate < minBytesPerSecond)
      meter.destroy(new EgressError("tooSlow", { log: `${rate} bytes a second` }));
  };
  const task = { name: "judges how fast a body comes", everyMs: slowWindowMs, work: judgeRate };
  const end = minBytesPerSecond > 0 ? machine.every(task) : undefined;
  const stop = (): void => void end?.();
  return meter.once("end", stop).once("close", stop);
}

function createSink(maxBytes: number): { sink: Writable; chunks: Buffer[] } {
  const chunks: Buffer[] = [];
  let total = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      if (total > maxBytes) return done(tooLarge());
      chunks.push(chunk);
      done();
    },
  });
  return { sink, chunks };
}

function nameFailure(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof EgressError) return error;
  if (signal.aborted) return signal.reason;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const isDamaged = /^(Z_|ERR_ZLIB|ERR_BROTLI|ERR__ERROR|ERR_PADDING)/.test(code);
  return new EgressError(isDamaged ? "undecodable" : "interrupted", { log: `${code} ${String(error)}` });
}

function tooLarge(): EgressError {
  return new EgressError("tooLarge", { log: "more bytes than allowed" });
}
