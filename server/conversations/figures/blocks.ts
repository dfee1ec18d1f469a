import { weekMs } from "../../../shared/domain/figureTime.ts";

const hourMs = 60 * 60 * 1000;

/**
 * By what the blocks of each table of quarter hours are split, one at a time, and how long a block is. Blocks begin at full
 * hours in UTC, so that days of most time zones are made up of them. Histograms have too many steps to be worth keeping by
 * the hour: an hour has hardly fewer rows than its answers.
 */
export const blockFacets = {
  figureConversations: { "": hourMs, surface: hourMs, language: hourMs },
  figureAnswers: { "": hourMs, surface: hourMs, language: hourMs, model: hourMs, version: hourMs },
  figureDetails: { "": hourMs, surface: hourMs, language: hourMs, model: hourMs },
  figureTimes: { "": 6 * hourMs, surface: weekMs, language: weekMs },
} as const satisfies Record<string, Record<string, number>>;

export type BlockSource = keyof typeof blockFacets;

/** The table of blocks that are made from a table of quarter hours. */
export const blockTables = {
  figureConversations: "figureConversationBlocks",
  figureAnswers: "figureAnswerBlocks",
  figureDetails: "figureDetailBlocks",
  figureTimes: "figureTimeBlocks",
} as const satisfies Record<BlockSource, string>;

/** Lists the facets of a table's blocks with the length of a block. */
export function listFacets(table: BlockSource): [facet: string, blockMs: number][] {
  return Object.entries(blockFacets[table]);
}
