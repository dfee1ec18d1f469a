import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import { findCandidates } from "./findCandidates.ts";
import { countLikeness, readShingles, signatureLength, writeSignature } from "./shingles.ts";
import type { LikePassagesRow } from "./tables.ts";

export type LikePair = Pick<
  LikePassagesRow,
  "firstId" | "firstHash" | "secondId" | "secondHash" | "likeness" | "copies"
>;

/** What comparing an agent's passages brought. */
export interface LikePassages {
  /** How many were compared. */
  passages: number;
  isWhole: boolean;
  /** The most alike first. */
  pairs: LikePair[];
}

/** The most that are compared: their signatures take 256 bytes each. */
export const mostPassages = 200_000;
const mostCandidates = 5000;
export const mostPairs = 500;
/** Shorter ones (a notice, a heading) are alike by chance. */
const fewestShingles = 9;
/** From here on two texts are nearly the same. */
const leastLikeness = 0.7;
const readAtOnce = 2000;

/**
 * Compares all passages that an agent answers from, across its pages and sources: the same text on several pages, and
 * texts that share at least 70 % of their pairs of words. It is heavy: the server does it on a thread.
 */
export async function findLikePassages(reader: Db, agent: AgentKey): Promise<LikePassages> {
  const { read, isWhole } = await readAll(reader, agent);
  const { texts, signatures, passages, copies } = read;
  const candidates = findCandidates(signatures, {
    limit: mostCandidates,
    isPair: (first, second) => texts[first]?.pageId !== texts[second]?.pageId,
  });
  const shingles = await readTexts(reader, agent, [
    ...new Set(candidates.flatMap(({ first, second }) => [texts[first]?.id ?? "", texts[second]?.id ?? ""])),
  ]);
  const pairs = candidates.flatMap(({ first, second }): LikePair[] => {
    const [one, other] = [texts[first], texts[second]];
    if (!one || !other) return [];
    const likeness = countLikeness(shingles.get(one.id) ?? new Set(), shingles.get(other.id) ?? new Set());
    return likeness < leastLikeness ? [] : [makePair(one, other, { likeness, copies: 0 })];
  });
  const same = [...copies.values()].flatMap(({ first, second, pages }) =>
    second ? [makePair(first, second, { likeness: 1, copies: pages.size })] : [],
  );
  const all = [...same, ...pairs].sort((one, other) => other.likeness - one.likeness);
  return { passages, isWhole, pairs: all.slice(0, mostPairs) };
}

interface ReadText {
  id: string;
  pageId: string;
  hash: string;
}

interface Copies {
  first: ReadText;
  /** The first on another page. */
  second: ReadText | null;
  pages: Set<string>;
}

interface Read {
  /** One for each different text, in the order of their signatures. */
  texts: ReadText[];
  signatures: Uint32Array;
  passages: number;
  copies: Map<string, Copies>;
}

async function readAll(reader: Db, agent: AgentKey): Promise<{ read: Read; isWhole: boolean }> {
  const read: Read = { texts: [], signatures: new Uint32Array(0), passages: 0, copies: new Map() };
  const parts: Uint32Array[] = [];
  const finish = (isWhole: boolean) => {
    read.signatures = joinParts(parts, read.texts.length);
    return { read, isWhole };
  };
  for (const sourceId of await listSourceIds(reader, agent)) {
    for (let last = -1; ;) {
      if (read.passages >= mostPassages) return finish(false);
      const rows = await selectPassages(reader, agent, { sourceId, last });
      parts.push(take(read, rows));
      const end = rows.at(-1);
      if (!end || rows.length < readAtOnce) break;
      last = end.number;
    }
  }
  return finish(true);
}

async function listSourceIds(reader: Db, { organizationId, agentId }: AgentKey): Promise<string[]> {
  const rows = await reader
    .selectFrom("dataSources")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

type PassageText = ReadText & { number: number; text: string };

function take(read: Read, rows: readonly PassageText[]): Uint32Array {
  const part = new Uint32Array(rows.length * signatureLength);
  let taken = 0;
  for (const { id, pageId, hash, text } of rows) {
    read.passages++;
    const known = read.copies.get(hash);
    if (known) {
      known.pages.add(pageId);
      if (pageId !== known.first.pageId) known.second ??= { id, pageId, hash };
      continue;
    }
    const shingles = readShingles(text);
    if (shingles.size < fewestShingles) continue;
    const first = { id, pageId, hash };
    read.copies.set(hash, { first, second: null, pages: new Set([pageId]) });
    read.texts.push(first);
    writeSignature(shingles, part.subarray(taken * signatureLength, (taken + 1) * signatureLength));
    taken++;
  }
  return part.subarray(0, taken * signatureLength);
}

function joinParts(parts: readonly Uint32Array[], texts: number): Uint32Array {
  const all = new Uint32Array(texts * signatureLength);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The next passages of a source that answers are made from, in the order of their numbers. */
async function selectPassages(
  reader: Db,
  { organizationId }: AgentKey,
  { sourceId, last }: { sourceId: string; last: number },
): Promise<PassageText[]> {
  return reader
    .selectFrom("passages")
    .innerJoin("pages", (join) =>
      join
        .onRef("pages.organizationId", "=", "passages.organizationId")
        .onRef("pages.id", "=", "passages.pageId"),
    )
    .select(["passages.id", "passages.pageId", "passages.hash", "passages.number", "passages.text"])
    .where("passages.organizationId", "=", organizationId)
    .where("passages.sourceId", "=", sourceId)
    .where("passages.number", ">", last)
    .where("passages.isOff", "=", 0)
    .where("pages.enabled", "=", 1)
    .where("pages.excluded", "=", 0)
    .orderBy("passages.number")
    .limit(readAtOnce)
    .execute();
}

async function readTexts(
  reader: Db,
  { organizationId }: AgentKey,
  ids: readonly string[],
): Promise<Map<string, Set<number>>> {
  const shingles = new Map<string, Set<number>>();
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const rows = await reader
      .selectFrom("passages")
      .select(["id", "text"])
      .where("organizationId", "=", organizationId)
      .where("id", "in", ids.slice(from, from + idsAtOnce))
      .execute();
    for (const { id, text } of rows) shingles.set(id, readShingles(text));
  }
  return shingles;
}

const idsAtOnce = 500;

function makePair(
  one: ReadText,
  other: ReadText,
  { likeness, copies }: { likeness: number; copies: number },
): LikePair {
  const [first, second] = one.hash <= other.hash ? [one, other] : [other, one];
  return {
    ...{ firstId: first.id, firstHash: first.hash, secondId: second.id, secondHash: second.hash },
    ...{ likeness: Math.floor(likeness * 100), copies },
  };
}
