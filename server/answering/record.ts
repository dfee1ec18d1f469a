import { findModel, builtinModel } from "../../shared/domain/models.ts";
import type { LanguageModelEntry } from "../../shared/domain/models.ts";
import type { Citation, Receipt } from "../../shared/contract/conversations.ts";
import type { FoundPassage } from "../knowledge/retrieve.ts";
import type { ModelFault } from "../models/fault.ts";
import type { Question } from "./question.ts";
import { findQuote, makeCitation } from "./citations.ts";
import { listFollowUps } from "./followUps.ts";

/** What an answer leaves behind, besides its text. */
export interface AnswerOutcome {
  /** Why the text is not whole; null for a whole one. */
  error: { code: string; message: string } | null;
  citations: Citation[];
  followUps: string[];
  receipt: Omit<Receipt, "messageId">;
}

const longestPassageKept = 1500;

/** Collects what stands behind an answer while it is made, so that a stopped one has its receipt too. */
export class AnswerRecord {
  rewrittenQuestion: string | null = null;
  passages: FoundPassage[] = [];
  tokensIn: number | null = null;
  tokensOut: number | null = null;
  attempts = 1;
  /** The visitor's files, with what the model got of them. */
  files: NonNullable<Receipt["files"]> = [];
  /** The passage behind each `[n]` of the text, in order, with its quote where that is known already. */
  cited: Array<{ passage: FoundPassage; quote?: string }> = [];

  readonly #asked: Question;
  readonly #startedAt = performance.now();
  #entry = builtin;
  #text = "";
  #error: AnswerOutcome["error"] = null;
  #fallback: Receipt["fallback"] = null;
  #isWhole = false;
  #retrieveMs = 0;
  #firstTokenMs: number | null = null;
  #totalMs: number | null = null;

  constructor(asked: Question) {
    this.#asked = asked;
  }

  get hasText(): boolean {
    return this.#text.trim() !== "";
  }

  found(passages: FoundPassage[]): void {
    this.passages = passages;
    this.#retrieveMs = this.#elapsedMs();
  }

  use(entry: LanguageModelEntry): void {
    this.#entry = entry;
  }

  fallBack(model: string, reason: string): void {
    this.#fallback = { model, reason };
    this.#entry = builtin;
    this.cited = [];
    this.tokensIn = null;
    this.tokensOut = null;
  }

  fail({ kind, message }: Pick<ModelFault, "kind" | "message">): void {
    this.#error = { code: `model_${kind}`, message };
  }

  /** A model that reached its own limit has not said everything. */
  cutAtLimit(): void {
    this.#error = { code: "model_length", message: "The answer became too long and ends here." };
  }

  /** Hands the pieces on and remembers them. */
  async *keep(pieces: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const piece of pieces) {
      if (piece === "") continue;
      this.#firstTokenMs ??= this.#elapsedMs();
      this.#text += piece;
      yield piece;
    }
    this.#isWhole = this.#error === null;
    this.#totalMs = this.#elapsedMs();
  }

  outcome(): AnswerOutcome {
    const citations = this.#listCitations();
    const citedIds = new Set(citations.map(({ passageId }) => passageId));
    return {
      error: this.#error,
      citations,
      followUps: this.#listFollowUps(citedIds),
      receipt: this.#writeReceipt(citedIds),
    };
  }

  #listCitations(): Citation[] {
    return this.cited.flatMap(({ passage, quote }, index) => {
      const at = this.#text.indexOf(`[${index + 1}]`);
      if (at < 0) return [];
      return makeCitation(index + 1, {
        passage,
        quote: quote ?? findQuote(passage, claimBefore(this.#text, at)),
      });
    });
  }

  #listFollowUps(citedIds: Set<string>): string[] {
    // Who was told that nothing was found, or only greeted, is not led further into it.
    if (!this.#isWhole || citedIds.size === 0) return [];
    const { question, agent } = this.#asked;
    return listFollowUps({
      question,
      language: agent.configuration.language,
      passages: this.passages,
      citedIds,
    });
  }

  #writeReceipt(citedIds: Set<string>): Omit<Receipt, "messageId"> {
    const { question, agent } = this.#asked;
    return {
      question,
      rewrittenQuestion: this.rewrittenQuestion,
      passages: this.passages.map(({ passageId, pageId, title, url, text, score }) => ({
        passageId,
        pageId,
        title,
        url,
        text: text.slice(0, longestPassageKept).toWellFormed(),
        score,
        cited: citedIds.has(passageId),
      })),
      model: this.#entry.value,
      provider: this.#entry.provider,
      fallback: this.#fallback,
      tokensIn: this.tokensIn,
      tokensOut: this.tokensOut,
      credits: this.hasText ? this.#entry.creditsPerMessage : 0,
      attempts: this.attempts,
      ...(this.files.length > 0 && { files: this.files }),
      ms: {
        retrieve: round(this.#retrieveMs),
        firstToken: this.#firstTokenMs === null ? null : round(this.#firstTokenMs),
        total: round(this.#totalMs ?? this.#elapsedMs()),
      },
      agentVersion: agent.version,
    };
  }

  #elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }
}

const builtin = findModel(builtinModel) as LanguageModelEntry; // the catalogue's first row

function claimBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 500), at).replace(/(\[\d+\]|\s)+$/, "");
  return before.slice(Math.max(before.lastIndexOf("\n"), before.search(/[.!?]\s+\S[^.!?]*$/)) + 1);
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
