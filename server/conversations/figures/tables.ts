import type { AnswerCounter, ConversationCounter, DetailCounter } from "../../../shared/domain/measures.ts";

/** What a quarter hour's figures are kept by. */
interface FigureKey {
  organizationId: string;
  /** When the quarter hour begins. */
  bucket: number;
  agentId: string;
  surface: string;
}

export type FigureConversationsRow = FigureKey & { language: string } & Record<ConversationCounter, number>;

export type FigureAnswersRow = FigureKey & { language: string; model: string; version: number } & Record<
    AnswerCounter,
    number
  >;

/** A step of a histogram, and the milliseconds of all that it counts. */
export interface FigureTimesRow extends FigureKey {
  language: string;
  model: string;
  version: number;
  name: string;
  bin: number;
  count: number;
  total: number;
}

/** Tools, and pages with their source as `parent`. */
export type FigureDetailsRow = FigureKey & { kind: "tool" | "page"; name: string; parent: string } & Record<
    DetailCounter,
    number
  >;

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
    figureChanges: FigureChangeRow;
  }
}
