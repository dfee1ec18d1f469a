import type { Db } from "../../database/store.ts";
import { BestHits } from "../retrieval/bestHits.ts";
import type { Hit } from "../retrieval/bestHits.ts";
import type { LivePassages } from "../retrieval/live.ts";
import { compareStored, countDimensions, readSigns } from "./quantise.ts";
import type { PlacedBlock } from "./readBlocks.ts";

/** How many are compared closely: with this many the best ten by their signs are the best ten (bench:retrieval). */
const candidatesWanted = 800;

/**
 * Gives the passages whose vectors are nearest to a question's, best first: all of them by their signs, in memory, then
 * the best by their values, from the table. The same vectors give the same hits, however they lie in blocks.
 */
export async function findNearest(
  reader: Db,
  { organizationId, model, vector, blocks, live, limit }: NearestWanted,
): Promise<Hit[]> {
  const signs = readSigns(vector);
  const fitting = blocks.filter(({ block }) => block.words === signs.length);
  const distances = fitting.map(({ block }) => measureDistances(block, signs));
  const furthest = findFurthest(distances);
  const bySource = new Map<string, Set<number>>();
  fitting.forEach(({ sourceId, block: { numbers } }, at) => {
    const ofSource = bySource.get(sourceId) ?? new Set<number>();
    bySource.set(sourceId, ofSource);
    distances[at]?.forEach((distance, index) => {
      const number = numbers[index] ?? 0;
      if (distance <= furthest && live.has(sourceId, number)) ofSource.add(number);
    });
  });
  const best = new BestHits(limit);
  for (const [sourceId, numbers] of bySource) {
    if (numbers.size === 0) continue;
    const rows = await reader
      .selectFrom("passageVectors")
      .select(["number", "data"])
      .where("organizationId", "=", organizationId)
      .where("sourceId", "=", sourceId)
      .where("model", "=", model)
      .where("number", "in", [...numbers])
      .execute();
    for (const { number, data } of rows) {
      if (countDimensions(data) !== vector.length) continue;
      const score = compareStored(data, vector);
      if (score > 0) best.add({ sourceId, number, score });
    }
  }
  return best.toList();
}

export interface NearestWanted {
  organizationId: string;
  model: string;
  vector: Float32Array;
  blocks: readonly PlacedBlock[];
  live: LivePassages;
  limit: number;
}

/** Gives for each vector of a block in how many signs it differs. */
function measureDistances({ numbers, words, signs }: PlacedBlock["block"], asked: Int32Array): Uint16Array {
  const distances = new Uint16Array(numbers.length);
  for (let index = 0, at = 0; index < distances.length; index++) {
    let count = 0;
    for (let word = 0; word < words; word++, at++) {
      let bits = (signs[at] ?? 0) ^ (asked[word] ?? 0);
      bits -= (bits >>> 1) & 0x55555555;
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
      bits = (bits + (bits >>> 4)) & 0x0f0f0f0f;
      count += Math.imul(bits, 0x01010101) >>> 24;
    }
    distances[index] = count;
  }
  return distances;
}

/** Gives the distance up to which there are enough candidates; all that are as far are in, so that no order matters. */
function findFurthest(distances: readonly Uint16Array[]): number {
  const counts = new Uint32Array(2 ** 11);
  for (const list of distances) for (const distance of list) counts[distance] = (counts[distance] ?? 0) + 1;
  let sum = 0;
  for (let distance = 0; distance < counts.length; distance++) {
    sum += counts[distance] ?? 0;
    if (sum >= candidatesWanted) return distance;
  }
  return counts.length;
}
