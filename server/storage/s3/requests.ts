import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../../../shared/errors/errors.ts";
import { bucketUrl } from "./settings.ts";
import type { S3Settings } from "./settings.ts";
import { signHeaders } from "./signing.ts";

export interface S3Deps {
  settings: S3Settings;
  /** The way to addresses of the operator. */
  fetch: typeof fetch;
  now: () => number;
}

export interface S3Request {
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** The object's key; the bucket itself where it is left out. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** A stream is sent as it comes; such a request is made once. */
  body?: ReadableStream<Uint8Array> | Uint8Array;
  /** How long the answer may take. Default: 5 minutes. */
  withinMs?: number;
  /** A store that has not built what this asks for may say so: the answer is given with its 501. */
  mayBeUnknown?: boolean;
}

/** Asks the store; gives its answer whether it found the object (2xx, 304), has none (404) or a condition failed (412). */
export type AskS3 = (request: S3Request) => Promise<Response>;

const triesOfAll = 3;
const againAfterMs = 200;
/** For the beginning of an answer as for all of it: the largest file over a slow line. */
const longestMs = 5 * 60_000;

/** Makes what sends signed requests to the store. What the store can't do for now is tried again, then `unavailable`. */
export function createAskS3({ settings, fetch, now }: S3Deps): AskS3 {
  const base = bucketUrl(settings, settings.endpoint);

  async function send({
    method,
    key,
    query,
    headers,
    body,
    withinMs = longestMs,
  }: S3Request): Promise<Response> {
    const search = query ? `?${new URLSearchParams(query)}` : "";
    const address = `${base}${key === undefined ? "" : `/${key}`}${search}`;
    const request = { method, url: address, ...(headers && { headers }), now: now() };
    const { url, headers: signed } = await signHeaders(settings, request);
    const init = { method, headers: signed, signal: AbortSignal.timeout(withinMs) };
    return fetch(url, body ? ({ ...init, body, duplex: "half" } as RequestInit) : init); // TypeScript knows no duplex
  }

  return async (request) => {
    const tries = request.body instanceof ReadableStream ? 1 : triesOfAll;
    for (let count = 1; ; count += 1) {
      const response = await send(request).catch((cause: unknown) => (count < tries ? null : fail(cause)));
      const isUnknown = response?.status === 501 && request.mayBeUnknown === true;
      if (response && (response.ok || isUnknown || [404, 412].includes(response.status))) return response;
      const reason = response && (await describe(response));
      const isPassing = response === null || response.status >= 500 || response.status === 429;
      if (!isPassing || count === tries) {
        const advice = isPassing
          ? "Please try again in a moment."
          : "The operator has to look at its settings.";
        fail(new Error(`The file store answered ${reason}.`), `The file store answered ${reason}. ${advice}`);
      }
      await wait(againAfterMs * count);
    }
  };
}

function fail(
  cause: unknown,
  message = "The file store can't be reached. Please try again in a moment.",
): never {
  throw new AppError("unavailable", { message, cause });
}

/** The status and the store's own word for it, which names no secret. */
async function describe(response: Response): Promise<string> {
  const text = await response.text().catch(() => "");
  return [response.status, readTag(text, "Code")].filter((one) => one !== null).join(" ");
}

/** The text of an element that holds nothing but text; null where there is none. */
export function readTag(xml: string, name: string): string | null {
  return new RegExp(`<${name}>([^<]{0,500})</${name}>`).exec(xml)?.[1] ?? null;
}

/** Lists the objects whose keys begin with a prefix, and when they were written. */
export async function* listObjects(ask: AskS3, prefix: string): AsyncGenerator<{ key: string; at: number }> {
  let after: string | null = null;
  do {
    const query = { "list-type": "2", prefix, ...(after && { "continuation-token": after }) };
    const response = await ask({ method: "GET", query });
    const xml: string = await response.text();
    if (!response.ok) throw new AppError("unavailable", { message: "The file store has no such bucket." });
    for (const [, object = ""] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const key = readTag(object, "Key");
      if (key?.startsWith(prefix)) yield { key, at: Date.parse(readTag(object, "LastModified") ?? "") };
    }
    after = readTag(xml, "NextContinuationToken");
  } while (after);
}
