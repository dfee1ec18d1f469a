import type { Db } from "../../database/store.ts";
import { SegmentCache } from "../retrieval/cache.ts";
import type { IndexOwner } from "../retrieval/indexPassages.ts";
import { readLive } from "../retrieval/live.ts";
import { listSegments } from "../retrieval/readSegments.ts";
import { encodeBlock, listVectors } from "./block.ts";
import { listBlocks } from "./readBlocks.ts";
import type { PlacedBlock } from "./readBlocks.ts";

/** Whose vectors by which model are meant. */
export interface VectorOwner extends IndexOwner {
  model: string;
}

/** What is to be done to the vectors of a source. */
export interface VectorPlan {
  /** How many passages the index holds. */
  live: number;
  /** The numbers, ascending, of those that have no vector. */
  missing: number[];
  /** The numbers of vectors whose passages are gone. */
  dead: number[];
  /** Few whole blocks in the place of many, or of some with dead vectors. */
  fold: { replaces: string[]; blocks: Uint8Array[] } | null;
}

/** A block of up to this many is read as a whole without holding up a question. */
const largestBlock = 8192;
/** This many small blocks cost a question less than it costs to fold them after every sync. */
const mostSmall = 8;

/** Compares the index of a source with its vectors. It reads all of them: the search pool does it on a thread. */
export async function planVectors(reader: Db, { model, ...owner }: VectorOwner): Promise<VectorPlan> {
  const { organizationId, sourceId } = owner;
  const wanted = { organizationId, sourceIds: [sourceId], cache: new SegmentCache() };
  for (let attempt = 0; attempt < 5; attempt++) {
    const blocks = await listBlocks(reader, { ...wanted, model });
    const segments = await listSegments(reader, wanted);
    if (!blocks || !segments) continue;
    const live = new Set(readLive(segments).list(sourceId));
    const there = new Set(blocks.flatMap(({ block }) => [...block.numbers]));
    return {
      live: live.size,
      missing: [...live].filter((number) => !there.has(number)).sort((one, other) => one - other),
      dead: [...there].filter((number) => !live.has(number)),
      fold: planFold(blocks, live),
    };
  }
  throw new Error("The index was merged again and again while it was read.");
}

function planFold(blocks: readonly PlacedBlock[], live: ReadonlySet<number>): VectorPlan["fold"] {
  const small = blocks.filter(({ block }) => block.numbers.length < largestBlock / 2);
  const dying = blocks.filter(({ block }) => block.numbers.some((number) => !live.has(number)));
  const chosen = new Set([...dying, ...(small.length > mostSmall ? small : [])]);
  if (chosen.size === 0) return null;
  const vectors = new Map(
    [...chosen].flatMap(({ block }) =>
      listVectors(block)
        .filter(({ number }) => live.has(number))
        .map((vector) => [vector.number, vector]),
    ),
  );
  const kept = [...vectors.values()];
  const folded: Uint8Array[] = [];
  for (let from = 0; from < kept.length; from += largestBlock) {
    folded.push(encodeBlock(kept.slice(from, from + largestBlock)));
  }
  return { replaces: [...chosen].map(({ name }) => name), blocks: folded };
}
