import { AppError } from "../../shared/errors/errors.ts";
import type { Db, Store } from "../database/store.ts";
import type { IdempotencyKeyRow } from "./tables.ts";

/** How long a repeat gets the first one's answer. */
const keptForMs = 24 * 60 * 60 * 1000;
/** A process that started and was silent for this long was killed: a repeat starts over. */
const runsAtMostMs = 2 * 60 * 1000;
const sweepEveryMs = 10 * 60 * 1000;
const purpose = "idempotency";
/** Kept in place of an answer whose words are gone: it was done. */
const gone = "";
/** How many kept answers are read at a time. */
const atOnce = 200;
/** An id of ours, as newId writes it. */
const idPattern = /[0-9a-hjkmnp-tv-z]{26}/g;

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

interface Begun {
  startedAt: number;
  /** What was told before. */
  reached: Reached;
}

export type Reached = ReadonlyMap<string, number>;

export interface KeptOptions {
  store: Store;
  /** Answers may hold secrets that are shown once. */
  seal: { seal(text: string, purpose: string): string; unseal(sealed: string, purpose: string): string };
  /** Whether one of these ids is of something that was deleted since then, or that lost a part. */
  isAnyEndedSince: (
    db: Db,
    looked: { organizationId: string; ids: ReadonlySet<string>; reached: Reached },
  ) => Promise<boolean>;
  now: () => number;
}

interface About {
  organizationId: string;
  ids: ReadonlySet<string>;
}

/** Keeps answers in the database, each by the key of its request. */
export function createKeptAnswers({ store, seal, isAnyEndedSince, now }: KeptOptions) {
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

  /**
   * Of what tells of something that was deleted meanwhile the words are not kept: a deletion came before, or waits for
   * this.
   */
  async function keep({ path, ...place }: Once, { startedAt, reached }: Begun, value: unknown) {
    const { organizationId } = place;
    // What has no answer is kept as such; the address, where there are words, is in a line of its own.
    const answer = value === undefined || value === null ? "null" : `${JSON.stringify(value)}\n${path}`;
    const ids = new Set(idsIn(answer));
    await store.transaction(async (tx) => {
      // Held from here on: a later deletion sees it once it is stored.
      await write(tx, place, { startedAt, answer });
      const isEnded = ids.size > 0 && (await isAnyEndedSince(tx, { organizationId, ids, reached }));
      if (isEnded) await write(tx, place, { startedAt, answer: gone });
    });
  }

  async function write(
    db: Db,
    { organizationId, apiKeyId, key }: Place,
    { startedAt, answer }: { startedAt: number; answer: string },
  ) {
    await db
      .updateTable("idempotencyKeys")
      .set({ sealedAnswer: seal.seal(answer, purpose) })
      .where("organizationId", "=", organizationId)
      .where("apiKeyId", "=", apiKeyId)
      .where("key", "=", key)
      .where("startedAt", "=", startedAt)
      .execute();
  }

  async function drop({ organizationId, apiKeyId, key }: Place, startedAt: number) {
    await store.db
      .deleteFrom("idempotencyKeys")
      .where("organizationId", "=", organizationId)
      .where("apiKeyId", "=", apiKeyId)
      .where("key", "=", key)
      .where("startedAt", "=", startedAt)
      .execute();
  }

  function readKept(sealedAnswer: string): unknown {
    const answer = seal.unseal(sealedAnswer, purpose);
    if (answer === gone) {
      const message = "This Idempotency-Key was already used, and its result has been deleted since.";
      throw new AppError("idempotency_key_reused", { message });
    }
    return JSON.parse(answer.split("\n")[0] ?? "null") ?? undefined;
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

  /** Of a request under way: one that is being kept at this moment is waited for. */
  async function readHeld(place: Place): Promise<string | null> {
    const row = await store.transaction((tx) => selectKey(tx, place).forUpdate().executeTakeFirst());
    return row?.sealedAnswer ?? null;
  }

  /** Deletes the words of kept answers that tell of one of these ids: what is erased is neither given nor done once more. */
  async function forgetAbout({ organizationId, ids }: About): Promise<void> {
    const tells = (sealed: string) => idsIn(seal.unseal(sealed, purpose)).some((id) => ids.has(id));
    for (let last = { apiKeyId: "", key: "" }; ;) {
      const kept = await listKept({ organizationId, ...last });
      for (const { startedAt, ...row } of kept) {
        const sealedAnswer = row.sealedAnswer ?? (await readHeld(row));
        if (sealedAnswer !== null && tells(sealedAnswer)) {
          await write(store.db, row, { startedAt, answer: gone });
        }
      }
      const end = kept.at(-1);
      if (!end || kept.length < atOnce) return;
      last = end;
    }
  }

  return { sweep, take, keep, drop, readKept, forgetAbout };
}

function idsIn(text: string): string[] {
  return text.match(idPattern) ?? [];
}

function selectKey(tx: Store["db"], { organizationId, apiKeyId, key }: Place) {
  return tx
    .selectFrom("idempotencyKeys")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("apiKeyId", "=", apiKeyId)
    .where("key", "=", key);
}
