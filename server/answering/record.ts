import { withoutTrailingCitations, writeCitation } from "../../shared/domain/citations.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import { findModel, builtinModel } from "../../shared/domain/models.ts";
import type { LanguageModelEntry } from "../../shared/domain/models.ts";
import type { GuidanceRule } from "../../shared/domain/guidance.ts";
import type { Citation } from "../../shared/contract/conversations/conversations.ts";
import type {
  AnswerStep,
  Receipt,
  UnsupportedSentence,
} from "../../shared/contract/conversations/answers/receipts.ts";
import type { FoundPassage, TermUse, VectorUse } from "../knowledge/retrieve.ts";
import type { ModelFault } from "../models/fault.ts";
import type { Question } from "./question.ts";
import { saysNotFound } from "../../shared/domain/sayings.ts";
import { languages } from "../languages/languages.ts";
import { chooseLanguage } from "./functionWords.ts";
import { findQuote, makeCitation } from "./citations.ts";
import { RemovedLinks } from "./output/removedLinks.ts";
import { readWithNeighbors } from "./prompt.ts";
import { listFollowUps } from "./followUps.ts";
import type { ModelRewrite } from "./rewriteByModel.ts";
import type { ProposedAction } from "./skills/planUse.ts";
import { findUnsupported } from "./unsupported/findUnsupported.ts";

/** What an answer leaves behind, besides its text. */
export interface AnswerOutcome {
  /** Why the text is not whole; null for a whole one. */
  error: { code: string; message: string } | null;
  /** A person was asked for: the conversation is the team's once this answer is stored. */
  handsOver: boolean;
  /** What waits for the visitor's or the team's word once this answer is stored. */
  actions: ProposedAction[];
  /** A rule of guidance about handing over held, for a model that follows such. */
  hasHandoverRule: boolean;
  citations: Citation[];
  followUps: string[];
  receipt: Omit<Receipt, "messageId">;
}

/** Is told an answer's text piece by piece. */
export type Say = (piece: string) => void;

const longestPassageKept = 1500;
const longestWithheld = 2000;

/** Collects what is behind an answer while it is made, so that a stopped one has its receipt too. */
export class AnswerRecord {
  rewrittenQuestion: string | null = null;
  passages: FoundPassage[] = [];
  tokensIn: number | null = null;
  tokensOut: number | null = null;
  attempts = 1;
  /** The rules of guidance that held. */
  rules: GuidanceRule[] = [];
  blockedTopic: string | null = null;
  /** How many pieces of personal data the model did not see. */
  hidden = 0;
  /** The visitor's files, with what the model got of them. */
  files: NonNullable<Receipt["files"]> = [];
  /** The passage behind each `[n]` of the text, in order, with its quote where that is known already. */
  cited: Array<{ passage: FoundPassage; quote?: string }> = [];
  /** What the model got in place of the conversation's older part. */
  summary: string | null = null;
  /** How vectors were used for the first search; null where none are wanted. */
  vectors: VectorUse | null = null;
  /** How the question's terms are spread over the agent's passages. */
  terms: TermUse | undefined;
  /** What the model wrote and nobody saw. */
  removed = new RemovedLinks();
  /** What tools gave beside passages. */
  readonly given: string[] = [];
  /** A person can be asked for here. */
  offersPerson = false;
  /** The visitor is handed over to the team once this answer is stored. */
  handsOver = false;
  /** What is shown below the answer for somebody to decide on, once it is stored. */
  readonly actions: ProposedAction[] = [];

  readonly #asked: Question;
  readonly #startedAt = performance.now();
  #entry = builtin;
  #text = "";
  #error: AnswerOutcome["error"] = null;
  #fallback: Receipt["fallback"] = null;
  #isWhole = false;
  #steps: AnswerStep[] = [];
  #unsupported: UnsupportedSentence[] = [];
  #withheld: string | null = null;
  #rewrite: ModelRewrite | null = null;
  #rewriteMs = 0;
  #retrieveMs = 0;
  #modelAskedAt: number | null = null;
  #modelMs: number | null = null;
  #firstTokenMs: number | null = null;
  #totalMs: number | null = null;

  constructor(asked: Question) {
    this.#asked = asked;
  }

  get hasText(): boolean {
    return this.#text.trim() !== "";
  }

  get hasFallenBack(): boolean {
    return this.#fallback !== null;
  }

  rewrote(question: string | null, byModel: ModelRewrite | null): void {
    this.rewrittenQuestion = question === this.#asked.question ? null : question;
    this.#rewrite = byModel;
    this.#rewriteMs = this.#elapsedMs();
  }

  /** The list is the answer's own: a search of the model's adds to it. */
  found(passages: FoundPassage[]): void {
    this.passages = [...passages];
    this.#retrieveMs = this.#elapsedMs() - this.#rewriteMs;
  }

  /** What has no room in the model's window is not behind its answer; the list stays the same one. */
  keepFirst(count: number): void {
    this.passages.length = Math.min(count, this.passages.length);
  }

  use(entry: LanguageModelEntry): void {
    this.#entry = entry;
    this.attempts = 1;
  }

  askModel(): void {
    this.#modelAskedAt = this.#elapsedMs();
    this.#modelMs = null;
  }

  /** The model's first word, or its first wish. */
  heardModel(): void {
    this.#modelMs ??= this.#elapsedMs() - (this.#modelAskedAt ?? 0);
  }

  note(step: AnswerStep, given?: string): void {
    this.#steps.push(step);
    if (given !== undefined) this.given.push(given);
  }

  fallBack(model: string, reason: string): void {
    const passed = { model, reason };
    this.#fallback = this.#fallback ? { ...this.#fallback, next: passed } : passed;
    this.#entry = builtin;
    // The built-in model, which may be next, reads no file.
    this.files = (this.#asked.files ?? []).map(({ name }) => ({ name, use: "left_out" as const }));
    this.cited = [];
    this.removed = new RemovedLinks();
    this.#modelMs = null;
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

  /** Lets somebody speak, hands on what is said and remembers it. */
  async keep(speak: (say: Say) => Promise<void>, say: Say): Promise<void> {
    await speak((piece) => {
      if (piece === "") return;
      this.#firstTokenMs ??= this.#elapsedMs();
      this.#text += piece;
      say(piece);
    });
    this.#isWhole = this.#error === null;
    await this.#check();
    this.#totalMs = this.#elapsedMs();
  }

  /** What visitor, owner and page said to the model: who repeats it claims nothing new. */
  listSaid(): string[] {
    const { agent, question, history, context, teamNotes = [] } = this.#asked;
    const { name, description, instructions } = agent.configuration;
    return [
      ...[question, ...history.map(({ content }) => content), name, description, instructions],
      ...teamNotes,
      ...[this.summary ?? "", context ? JSON.stringify(context) : ""],
    ];
  }

  /** The passages as they are compared with a text, and which of them it cites. */
  listGiven(): { passages: string[]; cited: number[] } {
    return {
      passages: this.passages.map((passage) =>
        [passage.title, ...passage.headings, readWithNeighbors(passage)].join("\n"),
      ),
      cited: this.cited.map(({ passage }) => this.passages.indexOf(passage)),
    };
  }

  /** What the model said stands on nothing that it was given: something else is said in its place. */
  withhold(text: string): void {
    this.#withheld = text;
  }

  outcome(): AnswerOutcome {
    const citations = this.#listCitations();
    const citedIds = new Set(citations.map(({ passageId }) => passageId));
    return {
      error: this.#error,
      handsOver: this.handsOver,
      actions: this.actions,
      hasHandoverRule: this.#isGuided && this.rules.some(({ category }) => category === "handover"),
      citations,
      followUps: this.#listFollowUps(citedIds),
      receipt: this.#writeReceipt(citedIds),
    };
  }

  #listCitations(): Citation[] {
    return this.cited.flatMap(({ passage, quote }, index) => {
      const at = this.#text.indexOf(writeCitation(index + 1));
      if (at < 0) return [];
      return makeCitation(index + 1, {
        passage,
        quote: quote ?? findQuote(passage, claimBefore(this.#text, at)),
      });
    });
  }

  #listFollowUps(citedIds: Set<string>): string[] {
    if (!this.#isWhole) return [];
    const { question, agent, history } = this.#asked;
    if (saysNotFound(this.#text)) {
      if (!this.offersPerson || this.handsOver) return [];
      const beside = [...history.map(({ content }) => content).reverse(), this.#text];
      return [languages[chooseLanguage(agent.configuration.language, question, beside)].answers.person.ask];
    }
    // Visitors who were only greeted are not led further into it.
    if (citedIds.size === 0) return [];
    return listFollowUps({
      question,
      language: agent.configuration.language,
      passages: this.passages,
      citedIds,
    });
  }

  #writeReceipt(citedIds: Set<string>): Omit<Receipt, "messageId"> {
    const { question, agent, asker, heard = null } = this.#asked;
    const { count, first } = this.removed;
    return {
      question,
      ...(asker.pageUrl !== null && { page: asker.pageUrl }),
      rewrittenQuestion: this.rewrittenQuestion,
      passages: this.passages.map(({ passageId, pageId, title, url, text, around, score, by }) => ({
        passageId,
        pageId,
        title,
        url,
        text: text.slice(0, longestPassageKept).toWellFormed(),
        score,
        ...(around && { around }),
        ...(by && { by }),
        cited: citedIds.has(passageId),
      })),
      ...(this.vectors !== null && { vectors: { ...this.vectors, ms: round(this.vectors.ms) } }),
      model: this.#entry.value,
      provider: this.#entry.provider,
      fallback: this.#fallback,
      tokensIn: this.tokensIn,
      tokensOut: this.tokensOut,
      credits:
        (this.hasText ? this.#entry.creditsPerMessage : 0) +
        (this.#rewrite?.credits ?? 0) +
        (heard?.credits ?? 0),
      attempts: this.attempts,
      ...(this.rules.length > 0 && { rules: this.rules.map(({ title }) => title) }),
      ...(this.#teamNotes > 0 && { teamNotes: this.#teamNotes }),
      ...(this.blockedTopic !== null && { blockedTopic: this.blockedTopic }),
      ...(this.hidden > 0 && { hidden: this.hidden }),
      ...(this.files.length > 0 && { files: this.files }),
      ...(this.#steps.length > 0 && { steps: this.#steps }),
      ...(this.#unsupported.length > 0 && { unsupported: this.#unsupported }),
      ...(count > 0 && { removed: { count, first } }),
      ...(this.#withheld !== null && { withheld: this.#withheld.slice(0, longestWithheld).toWellFormed() }),
      ...(this.#rewrite !== null && { rewrite: presentRewrite(this.#rewrite) }),
      ...(heard && { speech: heard }),
      ...(this.summary !== null && { summary: this.summary }),
      ms: {
        rewrite: round(this.#rewriteMs),
        retrieve: round(this.#retrieveMs),
        ...(this.#modelMs !== null && { model: round(this.#modelMs) }),
        ...(this.#steps.length > 0 && { tools: round(sum(this.#steps.map(({ ms }) => ms))) }),
        firstToken: this.#firstTokenMs === null ? null : round(this.#firstTokenMs),
        total: round(this.#totalMs ?? this.#elapsedMs()),
      },
      agentVersion: agent.version,
    };
  }

  /** The built-in model quotes, and follows nothing that it is told. */
  get #isGuided(): boolean {
    return this.#entry !== builtin && this.blockedTopic === null;
  }

  get #teamNotes(): number {
    return this.#isGuided ? (this.#asked.teamNotes?.length ?? 0) : 0;
  }

  /** The built-in model quotes; what another one says is compared with what it was given. */
  async #check(): Promise<void> {
    if (!this.#isGuided || !this.hasText || this.#withheld !== null) return;
    // What was said last goes out to its readers first.
    await nextTurn();
    this.#unsupported = await findUnsupported(this.#text, {
      ...this.listGiven(),
      said: [...this.listSaid(), ...this.given],
    });
  }

  #elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }
}

const builtin = findModel(builtinModel) as LanguageModelEntry; // the catalog's first row

function claimBefore(text: string, at: number): string {
  const before = withoutTrailingCitations(text.slice(Math.max(0, at - 500), at));
  return before.slice(Math.max(before.lastIndexOf("\n"), before.search(/[.!?]\s+\S[^.!?]*$/)) + 1);
}

function presentRewrite({ question, ...figures }: ModelRewrite): NonNullable<Receipt["rewrite"]> {
  return { ...figures, isUsed: question !== null };
}

function sum(figures: number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
