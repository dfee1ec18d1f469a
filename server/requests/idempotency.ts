import { createHash } from "node:crypto";
import type { AnyCall } from "../../shared/contract/call.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Db } from "../database/store.ts";
import type { Caller } from "./handle.ts";
import { createKeptAnswers } from "./keptAnswers.ts";
import type { KeptOptions, Once, Reached } from "./keptAnswers.ts";

const headerName = "idempotency-key";

export interface Idempotency {
  /**
   * Does the work and keeps what it gives, or gives what was kept of it (`isRepeat`). What throws is not kept. Throws
   * `idempotency_key_reused` where the key came with another request or its answer is gone, and `idempotency_key_busy` where its first one is
   * under way.
   */
  once<Value>(once: Once, work: () => Promise<Value>): Promise<{ value: Value; isRepeat: boolean }>;
  /** Deletes the words of kept answers that tell of one of these ids: what is erased is neither given nor done once more. */
  forgetAbout(about: { organizationId: string; ids: ReadonlySet<string> }): Promise<void>;
}

export interface Asked {
  call: Pick<AnyCall, "events" | "redirects">;
  caller: Caller;
  method: string;
  url: URL;
  body: Uint8Array;
  headers: Headers;
}

/** What a request says of being done once; null where it says nothing, or is none of an API key's writes. */
export function readOnce({ call, caller, method, url, body, headers }: Asked): Once | null {
  const key = headers.get(headerName);
  const isWrite = method !== "GET" && !call.events && !call.redirects;
  if (key === null || !isWrite || caller?.kind !== "member" || caller.apiKeyId === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    const message = "Use 1 to 255 letters, digits and signs, without spaces.";
    throw new AppError("invalid_input", { fields: [{ path: "headers.Idempotency-Key", message }] });
  }
  const requestHash = createHash("sha256")
    .update(`${method} ${url.pathname}${url.search}\n`)
    .update(body)
    .digest("base64url");
  return {
    organizationId: caller.organizationId,
    apiKeyId: caller.apiKeyId,
    key,
    requestHash,
    path: url.pathname,
  };
}

export interface IdempotencyOptions extends KeptOptions {
  /** How far the organization's agents have come in what they tell. */
  readReached: (db: Db, organizationId: string) => Promise<Reached>;
}

/** Keeps the answers in the database, so that a repeat to another process, or after a restart, finds them too. */
export function createIdempotency(options: IdempotencyOptions): Idempotency {
  const { store, readReached, now } = options;
  const { sweep, take, keep, drop, readKept, forgetAbout } = createKeptAnswers(options);
  return {
    async once<Value>(once: Once, work: () => Promise<Value>) {
      await sweep();
      const startedAt = now();
      const known = await take(once, startedAt);
      if (known) {
        if (known.requestHash !== once.requestHash) throw new AppError("idempotency_key_reused");
        if (known.sealedAnswer === null) {
          throw new AppError("idempotency_key_busy", { retryAfterSeconds: 1 });
        }
        return { value: readKept(known.sealedAnswer) as Value, isRepeat: true }; // kept of the same request
      }
      const reached = await readReached(store.db, once.organizationId);
      const value = await work().catch(async (error: unknown) => {
        await drop(once, startedAt);
        throw error;
      });
      await keep(once, { startedAt, reached }, value);
      return { value, isRepeat: false };
    },
    forgetAbout,
  };
}
