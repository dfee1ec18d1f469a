import type { Db } from "../../database/store.ts";
import type { SegmentCache } from "../retrieval/cache.ts";
import { decodeBlock } from "./block.ts";
import type { Block } from "./block.ts";

/** A block with where it lies. */
export interface PlacedBlock {
  sourceId: string;
  name: string;
  block: Block;
}

/** Gives the blocks of some sources by one model, or undefined where one was folded into another meanwhile: then ask again. */
export async function listBlocks(
  reader: Db,
  { organizationId, sourceIds, model, cache }: BlocksWanted,
): Promise<PlacedBlock[] | undefined> {
  const blocks = () =>
    reader
      .selectFrom("vectorBlocks")
      .where("organizationId", "=", organizationId)
      .where("sourceId", "in", sourceIds)
      .where("model", "=", model);
  const listed = await blocks().select(["sourceId", "block"]).execute();
  const found: PlacedBlock[] = [];
  for (const { sourceId, block: name } of listed) {
    const known = cache.getBlock(name);
    if (known) {
      found.push({ sourceId, name, block: known });
      continue;
    }
    const row = await blocks()
      .where("sourceId", "=", sourceId)
      .where("block", "=", name)
      .select("data")
      .executeTakeFirst();
    if (!row) return undefined;
    const block = decodeBlock(row.data);
    cache.setBlock(name, block);
    found.push({ sourceId, name, block });
  }
  return found;
}

export interface BlocksWanted {
  organizationId: string;
  sourceIds: readonly string[];
  model: string;
  cache: SegmentCache;
}
