import type { AnswerCounter, ConversationCounter, DetailCounter } from "../../../shared/domain/measures.ts";

/** What a quarter hour's figures are kept by. */
interface FigureKey {
  organizationId: string;
  /** When the quarter hour begins. */
  bucket: number;
  agentId: string;
  surface: string;
  language: string;
  /** The id of a label: what conversations with it count. Empty: what all do. */
  label: string;
}

export type FigureConversationsRow = FigureKey & Record<ConversationCounter, number>;

export type FigureAnswersRow = FigureKey & { model: string; version: number } & Record<AnswerCounter, number>;

/** A step of a histogram, and the milliseconds of all that it counts. */
export interface FigureTimesRow extends FigureKey {
  model: string;
  version: number;
  name: string;
  bin: number;
  count: number;
  total: number;
}

/** Tools, and pages with their source as `parent`. */
export type FigureDetailsRow = FigureKey & {
  model: string;
  kind: "tool" | "page";
  name: string;
  parent: string;
} & Record<DetailCounter, number>;

/**
 * The same by whole weeks, which are read where nothing is split by time: a year has 52 rows in place of 35,000 quarter
 * hours. Here a row's `bucket` is when its week begins; times leave out surface and language.
 */
export type FigureTimeWeeksRow = Omit<FigureTimesRow, "surface" | "language">;

/**
 * The same by blocks of time (`blocks.ts`), split by one thing at most: `facet` names it, and `value` is what it is. What is
 * split by time is read from them. A year of a busy agent has as many rows of quarter hours as it has answers.
 */
interface BlockKey {
  organizationId: string;
  /** When the block begins. */
  bucket: number;
  agentId: string;
  label: string;
  /** Empty: everything together, and then `value` is empty, too. */
  facet: string;
  value: string;
}

export type FigureConversationBlocksRow = BlockKey & Record<ConversationCounter, number>;
export type FigureAnswerBlocksRow = BlockKey & Record<AnswerCounter, number>;
export type FigureTimeBlocksRow = BlockKey & Pick<FigureTimesRow, "name" | "bin" | "count" | "total">;
export type FigureDetailBlocksRow = BlockKey & Pick<FigureDetailsRow, "kind"> & Record<DetailCounter, number>;

/** An organization whose blocks are being made from its quarter hours; one without a row has them all. */
export interface FigureFillRow {
  organizationId: string;
  /** Blocks have what counts before this moment; 0 where they are to be made from the beginning. */
  filledTo: number;
}

/** What one transaction changed of the figures. It is added to them soon after, so that no two wait for one row. */
export interface FigureChangeRow {
  id: string;
  organizationId: string;
  agentId: string;
  /** JSON of TallyCell[]. */
  body: string;
}

declare module "../../database/store.ts" {
  interface Tables {
    figureConversations: FigureConversationsRow;
    figureAnswers: FigureAnswersRow;
    figureTimes: FigureTimesRow;
    figureDetails: FigureDetailsRow;
    figureConversationWeeks: FigureConversationsRow;
    figureAnswerWeeks: FigureAnswersRow;
    figureTimeWeeks: FigureTimeWeeksRow;
    figureDetailWeeks: FigureDetailsRow;
    figureConversationBlocks: FigureConversationBlocksRow;
    figureAnswerBlocks: FigureAnswerBlocksRow;
    figureTimeBlocks: FigureTimeBlocksRow;
    figureDetailBlocks: FigureDetailBlocksRow;
    figureFills: FigureFillRow;
    figureChanges: FigureChangeRow;
  }
}
