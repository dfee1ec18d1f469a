import { createHash } from "node:crypto";
import type { AnyCall } from "../../shared/contract/call.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Store } from "../database/store.ts";
import type { Caller } from "./caller.ts";
import type { IdempotencyKeyRow } from "./tables.ts";

/** For so long a repeat gets the first one's answer. */
const keptForMs = 24 * 60 * 60 * 1000;
/** Who began and said nothing for so long was killed: a repeat begins anew. */
const runsAtMostMs = 2 * 60 * 1000;
const sweepEveryMs = 10 * 60 * 1000;
const purpose = "idempotency";
/** Kept answers are read so many at a time. */
const atOnce = 200;
/** An id of ours, as newId writes it. */
const idPattern = /[0-9a-hjkmnp-tv-z]{26}/g;
const headerName = "idempotency-key";

/** A write that comes with a key of its own: the same key and the same request are done once. */
export interface Once {
  organizationId: string;
  apiKeyId: string;
  key: string;
  /** Of method, address and body. */
  requestHash: string;
  /** The address: the ids in it tell what the answer is about, which may have none itself. */
  path: string;
}

type Place = Omit<Once, "requestHash" | "path">;

export interface Idempotency {
  /**
   * Does the work and keeps what it gives, or gives what was kept of it (`isRepeat`). What throws is not kept. Throws
   * `idempotency_key_reused` where the key came with another request, and `idempotency_key_busy` where its first one is
   * under way.
   */
  once<Value>(once: Once, work: () => Promise<Value>): Promise<{ value: Value; isRepeat: boolean }>;
  /** Deletes the kept answers that tell of one of these ids: what is erased is not given once more. */
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

export interface IdempotencyOptions {
  store: Store;
  /** Answers may hold secrets that are shown once. */
  seal: { seal(text: string, purpose: string): string; unseal(sealed: string, purpose: string): string };
  now: () => number;
}

/** Keeps the answers in the database, so that a repeat to another process, or after a restart, finds them too. */
export function createIdempotency({ store, seal, now }: IdempotencyOptions): Idempotency {
  let sweptAt = now();

  async function sweep(): Promise<void> {
    if (now() - sweptAt < sweepEveryMs) return;
    sweptAt = now();
    await store.db
      .deleteFrom("idempotencyKeys")
      .where("startedAt", "<", now() - keptForMs)
      .execute();
  }

  /** Takes the key for this request; gives what is kept where it was taken before. */
  async function take({ key, requestHash, organizationId, apiKeyId }: Once, startedAt: number) {
    const place = { organizationId, apiKeyId };
    const row = { ...place, key, requestHash, sealedAnswer: null, startedAt };
    return store.transaction(async (tx): Promise<IdempotencyKeyRow | null> => {
      const inserted = await tx
        .insertInto("idempotencyKeys")
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning("key")
        .executeTakeFirst();
      if (inserted) return null;
      const found = await selectKey(tx, { ...place, key })
        .forUpdate()
        .executeTakeFirstOrThrow();
      const isOld = startedAt - found.startedAt >= keptForMs;
      const isDead = found.sealedAnswer === null && startedAt - found.startedAt >= runsAtMostMs;
      if (!isOld && !(isDead && found.requestHash === requestHash)) return found;
      await tx
        .updateTable("idempotencyKeys")
        .set({ requestHash, sealedAnswer: null, startedAt })
        .where("organizationId", "=", place.organizationId)
        .where("apiKeyId", "=", place.apiKeyId)
        .where("key", "=", key)
        .execute();
      return null;
    });
  }

  async function keep({ organizationId, apiKeyId, key, path }: Once, startedAt: number, value: unknown) {
    // What has no answer is kept as such; the address stands in a line of its own.
    const sealedAnswer = seal.seal(`${JSON.stringify(value ?? null)}\n${path}`, purpose);
    await store.db
      .updateTable("idempotencyKeys")
      .set({ sealedAnswer })
      .where("organizationId", "=", organizationId)
      .where("apiKeyId", "=", apiKeyId)
      .where("key", "=", key)
      .where("startedAt", "=", startedAt)
      .execute();
  }

  async function forget({ organizationId, apiKeyId, key }: Place, startedAt: number) {
    await store.db
      .deleteFrom("idempotencyKeys")
      .where("organizationId", "=", organizationId)
      .where("apiKeyId", "=", apiKeyId)
      .where("key", "=", key)
      .where("startedAt", "=", startedAt)
      .execute();
  }

  function listKept({ organizationId, apiKeyId, key }: Place) {
    return store.reader
      .selectFrom("idempotencyKeys")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("apiKeyId", ">=", apiKeyId)
      .where((row) => row.or([row("apiKeyId", ">", apiKeyId), row("key", ">", key)]))
      .orderBy("apiKeyId")
      .orderBy("key")
      .limit(atOnce)
      .execute();
  }

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
        const value: unknown = JSON.parse(seal.unseal(known.sealedAnswer, purpose).split("\n")[0] ?? "null");
        return { value: (value ?? undefined) as Value, isRepeat: true }; // kept of the same request
      }
      const value = await work().catch(async (error: unknown) => {
        await forget(once, startedAt);
        throw error;
      });
      await keep(once, startedAt, value);
      return { value, isRepeat: false };
    },
    async forgetAbout({ organizationId, ids }) {
      const tells = (sealed: string) =>
        (seal.unseal(sealed, purpose).match(idPattern) ?? []).some((id) => ids.has(id));
      for (let last = { apiKeyId: "", key: "" }; ;) {
        const kept = await listKept({ organizationId, ...last });
        for (const { sealedAnswer, startedAt, ...place } of kept) {
          if (sealedAnswer !== null && tells(sealedAnswer)) await forget(place, startedAt);
        }
        const end = kept.at(-1);
        if (!end || kept.length < atOnce) return;
        last = end;
      }
    },
  };
}

function selectKey(tx: Store["db"], { organizationId, apiKeyId, key }: Place) {
  return tx
    .selectFrom("idempotencyKeys")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("apiKeyId", "=", apiKeyId)
    .where("key", "=", key);
}
