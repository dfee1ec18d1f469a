import * as v from "valibot";
import { count, id } from "../../shapes.ts";

/** How a step of an answer ended: `refused` had no rule and no wish of the visitor's, `limit` came after the last one. */
export const stepOutcomes = [
  "done",
  "failed",
  "timeout",
  "refused",
  "invalid",
  "unknown",
  "repeated",
  "limit",
] as const;

/** A tool that the model used, or tried to. `input` is JSON as the model wrote it, where it is that. */
export const answerStep = v.object({
  tool: v.string(),
  input: v.string(),
  result: v.string(),
  ms: v.number(),
  outcome: v.picklist(stepOutcomes),
});
export type AnswerStep = v.InferOutput<typeof answerStep>;

/** A sentence that nothing which the model was given supports; the places count UTF-16 units of the message's content. */
export const unsupportedSentence = v.object({
  from: count,
  to: count,
  text: v.string(),
  /** What of it was found nowhere: a number, a name, or most of its words. */
  why: v.picklist(["number", "name", "words"]),
  missing: v.array(v.string()),
});
export type UnsupportedSentence = v.InferOutput<typeof unsupportedSentence>;

/** An address of the model's that is in nothing it was given. */
export const removedLink = v.object({
  /** The target of a link or of a picture, or an address that stood in the text by itself. */
  kind: v.picklist(["link", "picture", "address"]),
  address: v.string(),
});
export type RemovedLink = v.InferOutput<typeof removedLink>;

/** A model that did not answer, and why. */
const passedOver = v.object({ model: v.string(), reason: v.string() });

/** The place that one way of searching gave a passage, from 1, and its score there. */
const foundAt = v.nullable(v.object({ rank: count, score: v.number() }));

/** What is behind one answer, for the team's eyes. Milliseconds by step. */
export const receipt = v.object({
  messageId: id,
  question: v.string(),
  /** The page from which it was asked; absent where none was told, and in receipts of before it was kept. */
  page: v.optional(v.string()),
  rewrittenQuestion: v.nullable(v.string()),
  passages: v.array(
    v.object({
      passageId: id,
      pageId: id,
      title: v.string(),
      url: v.nullable(v.string()),
      text: v.string(),
      /** What a model read with it, of the passages before and after it on its page. */
      around: v.optional(v.object({ before: v.string(), after: v.string() })),
      /** BM25 for words; with vectors both ranks fused, 1 at most. */
      score: v.number(),
      /** Where both were asked: its place by words (BM25) and by vectors (cosine). */
      by: v.optional(v.object({ lexical: foundAt, vector: foundAt })),
      cited: v.boolean(),
    }),
  ),
  /**
   * Where vectors were wanted: the model that made the question's, in how many milliseconds, or why the words alone
   * decided.
   */
  vectors: v.optional(v.object({ model: v.string(), ms: v.number(), reason: v.nullable(v.string()) })),
  /** What answered. */
  model: v.string(),
  provider: v.string(),
  /** The model that should have answered, and why another one did; `next` is the fallback, where that did not either. */
  fallback: v.nullable(v.object({ ...passedOver.entries, next: v.optional(passedOver) })),
  tokensIn: v.nullable(count),
  tokensOut: v.nullable(count),
  credits: count,
  attempts: count,
  /** The rules of guidance that held, by their titles. */
  rules: v.optional(v.array(v.string())),
  /** How many notes of the team's the model was given, with which the conversation was handed back. */
  teamNotes: v.optional(count),
  /** The blocked topic for which the message was declined. */
  blockedTopic: v.optional(v.nullable(v.string())),
  /** How many pieces of personal data the model saw as marks. */
  hidden: v.optional(count),
  /** The visitor's files that went along; `cut`: the model got the beginning, `left_out`: nothing of it. */
  files: v.optional(v.array(v.object({ name: v.string(), use: v.picklist(["read", "cut", "left_out"]) }))),
  /** The tools that the model used, in their order. */
  steps: v.optional(v.array(answerStep)),
  /** The runs of workflows that the agent used, by the workflow's ID and name. */
  runs: v.optional(v.array(v.object({ id, runId: id, name: v.string() }))),
  /** The model's sentences that nothing it was given supports, by a comparison of words. */
  unsupported: v.optional(v.array(unsupportedSentence)),
  /** What was taken out of the model's text before anybody saw it: how many addresses, and the first twenty of them. */
  removed: v.optional(v.object({ count, first: v.array(removedLink) })),
  /** What the model said, where the visitor did not get all of it because nothing that it was given says so. */
  withheld: v.optional(v.string()),
  /**
   * The model that was asked to rewrite the question, with its own tokens; its credits are part of those above. Where
   * `isUsed` is false it gave none in time, and the words of the question before were added instead.
   */
  rewrite: v.optional(
    v.object({
      model: v.string(),
      isUsed: v.boolean(),
      tokensIn: v.nullable(v.number()),
      tokensOut: v.nullable(v.number()),
      credits: v.number(),
    }),
  ),
  /** The model that wrote down the visitor's recording before; its credits are part of those above. */
  speech: v.optional(v.object({ model: v.string(), ms: v.number(), credits: v.number() })),
  /**
   * How it was said in a call, in milliseconds from the end of the visitor's speech: `heard` is how long writing that down
   * took. `credits` are the whole call's, for its minutes by the installation's key, beside those above.
   */
  spoken: v.optional(
    v.object({
      heard: v.optional(v.number()),
      sent: v.number(),
      firstWord: v.nullable(v.number()),
      firstSound: v.nullable(v.number()),
      credits: count,
    }),
  ),
  /** What the model was given in place of the conversation's older part. */
  summary: v.optional(v.string()),
  /** Each step by itself, but `firstToken` and `total`, which count from the question on. */
  ms: v.object({
    rewrite: v.optional(v.number()),
    retrieve: v.number(),
    /** From the first request to the model until it said something. */
    model: v.optional(v.number()),
    tools: v.optional(v.number()),
    firstToken: v.nullable(v.number()),
    total: v.number(),
  }),
  agentVersion: count,
});
export type Receipt = v.InferOutput<typeof receipt>;
