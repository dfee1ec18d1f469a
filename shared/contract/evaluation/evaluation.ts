import * as v from "valibot";
import { comparisons } from "../../domain/evaluation.ts";
import { day, filterQuery, zone } from "../analytics/analytics.ts";
import { agentConfiguration } from "../agents/agents.ts";
import { call } from "../call.ts";
import { citation, feedback } from "../conversations/conversations.ts";
import { receipt } from "../conversations/answers/receipts.ts";
import { confirmed, count, data, id, keptCount, list, paging, text, time } from "../shapes.ts";
import { newTestCase, said } from "./testCase.ts";

export const verdicts = ["passed", "failed", ...comparisons] as const;
export type ResultVerdict = (typeof verdicts)[number];

export const testCase = v.object({
  ...newTestCase.entries,
  id,
  createdBy: v.nullable(v.string()),
  createdAt: time,
  updatedAt: time,
  /** What the newest test runs said of it, newest first. `version`: null for the draft. */
  recent: v.array(
    v.object({
      runId: id,
      resultId: id,
      verdict: v.picklist(["passed", "failed"]),
      version: v.nullable(count),
      at: time,
    }),
  ),
});
export type TestCase = v.InferOutput<typeof testCase>;

/** `tests`: the cases, each passed or failed. `replay`: visitors' questions and the cases, the draft held against before. */
export const runKinds = ["tests", "replay"] as const;

export const evaluationRun = v.object({
  id,
  kind: v.picklist(runKinds),
  /** What was asked: a published version, or null for the draft. */
  version: v.nullable(count),
  /** The version that visitors met when it began. */
  publishedVersion: count,
  /** The draft's revision when it began; the draft of now is another one when its own is higher. */
  revision: count,
  model: v.string(),
  state: v.picklist(["queued", "running", "done", "failed", "cancelled"]),
  /** Why it failed. */
  error: v.nullable(v.string()),
  total: count,
  done: count,
  counts: v.object({ passed: count, failed: count, better: count, same: count, worse: count }),
  credits: count,
  createdBy: v.nullable(v.string()),
  createdAt: time,
  endedAt: v.nullable(time),
});
export type EvaluationRun = v.InferOutput<typeof evaluationRun>;

export const resultReason = v.object({ effect: v.picklist(["better", "worse", "note"]), text: v.string() });

/** One question of a run, without the answers. */
export const resultSummary = v.object({
  id,
  caseId: v.nullable(id),
  /** The visitor's answer that was asked for again. */
  threadId: v.nullable(id),
  messageId: v.nullable(id),
  question: v.string(),
  /** Null until it was asked. */
  verdict: v.nullable(v.picklist(verdicts)),
  /** What a person says instead, and who. */
  overruled: v.nullable(v.picklist(verdicts)),
  overruledBy: v.nullable(v.string()),
  reasons: v.array(resultReason),
  ms: v.nullable(v.number()),
  credits: v.nullable(count),
});
export type ResultSummary = v.InferOutput<typeof resultSummary>;

/** An answer as it was, with what is behind it. `version`: null for the draft. */
export const answerSide = v.object({
  version: v.nullable(count),
  text: v.string(),
  citations: v.array(citation),
  error: v.nullable(v.string()),
  /** Null where none was kept. */
  receipt: v.nullable(receipt),
  feedback: v.nullable(feedback),
  checks: v.array(
    v.object({
      what: v.picklist(["whole", "kind", "expected", "forbidden", "source"]),
      passed: v.boolean(),
      text: v.string(),
    }),
  ),
});
export type AnswerSide = v.InferOutput<typeof answerSide>;

export const evaluationResult = v.object({
  ...resultSummary.entries,
  history: v.array(said),
  answer: v.nullable(answerSide),
  /** What it is held against; null in a test run. */
  before: v.nullable(answerSide),
});
export type EvaluationResult = v.InferOutput<typeof evaluationResult>;

export const gapReasons = ["not_found", "no_source", "rated_bad"] as const;

/** A question that visitors asked and that was not answered, or badly. */
export const gap = v.object({
  question: v.string(),
  /** Other words in which it was asked, at most five. */
  others: v.array(v.string()),
  /** How often it was asked, in whatever words. */
  times: count,
  /** `not_found`: the agent said so; `no_source`: it answered though nothing was found for it. */
  reasons: v.array(v.picklist(gapReasons)),
  lastAt: time,
  /** The newest answer to it, and whose it is. */
  agentId: id,
  threadId: id,
  messageId: id,
  answer: v.string(),
});
export type Gap = v.InferOutput<typeof gap>;

/** What visitors ask about: questions that share their telling words. */
export const topic = v.object({
  /** The question that stands for it best. */
  name: v.string(),
  times: count,
  /** How many of them the agent could not answer. */
  unanswered: count,
  /** What the answers to them cost. */
  credits: v.number(),
  /** Some of its questions in different words, each with its newest answer. */
  examples: v.array(v.object({ question: v.string(), agentId: id, threadId: id, messageId: id })),
});
export type Topic = v.InferOutput<typeof topic>;

/** Everything that an answer was built from, for trying it elsewhere: no secrets, personal data as marks. */
export const reproduction = v.object({
  format: v.literal("pilothouse-reproduction"),
  formatVersion: v.literal(1),
  product: v.string(),
  madeAt: time,
  question: v.string(),
  history: v.pipe(v.array(said), v.maxLength(100)),
  context: v.nullable(v.record(v.string(), v.unknown())),
  page: v.nullable(v.string()),
  isVerified: v.boolean(),
  agentVersion: count,
  configuration: agentConfiguration,
  answer: v.object({
    text: v.string(),
    status: v.string(),
    error: v.nullable(v.string()),
    citations: v.array(
      v.object({ number: count, title: v.string(), url: v.nullable(v.string()), quote: v.string() }),
    ),
    feedback: v.nullable(feedback),
  }),
  /** Its passages stand with text and scores, at most 1500 characters of each. */
  receipt,
  /** How many pieces of personal data became marks. */
  masked: count,
});
export type Reproduction = v.InferOutput<typeof reproduction>;

const agent = "/v1/org/{orgId}/copilotapps/{productId}" as const;
const base = `${agent}/evaluation` as const;
const reads = { member: "evaluation.read" } as const;
const writes = { member: "evaluation.update" } as const;

export const listTestCases = call({
  family: "console",
  method: "GET",
  path: `${base}/cases`,
  who: reads,
  summary: "Lists an agent's test cases, newest first, with their latest results.",
  query: paging,
  answer: list(testCase),
});

/** 409 `conflict` beyond 200 cases. */
export const createTestCase = call({
  family: "console",
  method: "POST",
  path: `${base}/cases`,
  who: writes,
  audit: "Added a test case",
  summary: "Adds a test case to an agent.",
  body: data(newTestCase),
  answer: data(testCase),
});

export const updateTestCase = call({
  family: "console",
  method: "PUT",
  path: `${base}/cases/{caseId}`,
  who: writes,
  audit: "Changed a test case",
  summary: "Changes a test case. Results of earlier runs stay.",
  body: data(newTestCase),
  answer: data(testCase),
});

export const removeTestCase = call({
  family: "console",
  method: "DELETE",
  path: `${base}/cases/{caseId}`,
  who: writes,
  audit: "Deleted a test case",
  summary: "Deletes a test case.",
  query: confirmed,
});

/** Where one was made from the answer before, that one is given and nothing is added. 409 `conflict` beyond 200 cases. */
export const makeTestCase = call({
  family: "console",
  method: "POST",
  path: `${agent}/threads/{threadId}/messages/{messageId}/test-case`,
  who: writes,
  audit: "Added a test case",
  auditUnless: (_, { data: { isNew } }) => !isNew,
  summary: "Creates a test case from an answer: question, earlier conversation and cited source.",
  answer: data(v.object({ ...testCase.entries, isNew: v.boolean() })),
});

export const getReproduction = call({
  family: "console",
  method: "GET",
  path: `${agent}/threads/{threadId}/messages/{messageId}/reproduction`,
  who: { member: "evaluation.read" },
  summary:
    "Returns everything that an answer was made from, with masked personal data, to reproduce it elsewhere.",
  answer: data(reproduction),
});

export const listRuns = call({
  family: "console",
  method: "GET",
  path: `${base}/runs`,
  who: reads,
  summary: "Lists an agent's test runs and replays, newest first.",
  query: v.object({ ...paging.entries, kind: v.optional(v.picklist(runKinds)) }),
  answer: list(evaluationRun),
});

/** 409 `conflict` while another run of the agent is in progress, or where there is nothing to ask. */
export const startRun = call({
  family: "console",
  method: "POST",
  path: `${base}/runs`,
  who: writes,
  audit: "Ran an agent’s tests",
  summary:
    "Runs the test cases against the draft or a version, or replays visitors' questions against the draft.",
  body: data(
    v.pipe(
      v.strictObject({
        kind: v.picklist(runKinds),
        version: v.optional(v.nullable(keptCount), null),
        /** Asked instead of the configured model. */
        model: v.optional(v.nullable(text(200)), null),
        /** Only these; all where it is left out. */
        caseIds: v.optional(v.pipe(v.array(id), v.minLength(1), v.maxLength(200))),
      }),
      v.forward(
        v.check(({ kind, version }) => kind === "tests" || version === null, "A replay asks the draft."),
        ["version"],
      ),
    ),
  ),
  answer: data(evaluationRun),
});

export const getRun = call({
  family: "console",
  method: "GET",
  path: `${base}/runs/{runId}`,
  who: reads,
  summary: "Returns one run with its progress.",
  answer: data(evaluationRun),
});

export const cancelRun = call({
  family: "console",
  method: "POST",
  path: `${base}/runs/{runId}/cancel`,
  who: writes,
  audit: "Canceled an agent’s tests",
  summary: "Cancels a run. Results so far stay.",
  answer: data(evaluationRun),
});

export const listResults = call({
  family: "console",
  method: "GET",
  path: `${base}/runs/{runId}/results`,
  who: reads,
  summary: "Lists a run's questions with their results, failed and worse ones first.",
  query: paging,
  answer: list(resultSummary),
});

export const getResult = call({
  family: "console",
  method: "GET",
  path: `${base}/runs/{runId}/results/{resultId}`,
  who: reads,
  summary: "Returns one question of a run with both answers and their receipts.",
  answer: data(evaluationResult),
});

/** Null takes it back. A test is passed or failed; a replay is better, same or worse. */
export const overruleResult = call({
  family: "console",
  method: "PUT",
  path: `${base}/runs/{runId}/results/{resultId}/verdict`,
  who: writes,
  audit: "Changed a test result",
  summary: "Replaces a result with a member's own.",
  body: data(v.strictObject({ verdict: v.nullable(v.picklist(verdicts)) })),
  answer: data(evaluationResult),
});

/** The most days for which questions can be asked for. */
export const mostAskedDays = 400;

/** The questions of a period, by default the last 30 days; the newest 2,000 of them. 400 where it has over `mostAskedDays`. */
const asked = {
  from: v.optional(day),
  to: v.optional(day),
  timezone: v.optional(zone, "UTC"),
  ...filterQuery,
};
const gapsAsked = v.object({
  ...paging.entries,
  sort: v.optional(v.picklist(["newest", "times"]), "newest"),
  ...asked,
});

export const listGaps = call({
  family: "console",
  method: "GET",
  path: `${base}/gaps`,
  who: reads,
  summary: "Lists questions that an agent did not answer, or whose answer was rated bad, grouped.",
  query: gapsAsked,
  answer: list(gap),
});

export const listAllGaps = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/evaluation/gaps",
  who: reads,
  forKeys: "filtered",
  summary: "Lists questions that the organization's agents did not answer, or whose answer was rated bad.",
  query: gapsAsked,
  answer: list(gap),
});

const topics = v.object({ items: v.array(topic), questions: count });

export const listTopics = call({
  family: "console",
  method: "GET",
  path: `${base}/topics`,
  who: reads,
  summary:
    "Lists what an agent's visitors asked about most, with examples, of the newest 2,000 questions of a period.",
  query: v.object(asked),
  answer: topics,
});

export const listAllTopics = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/evaluation/topics",
  who: reads,
  forKeys: "filtered",
  summary:
    "Lists what visitors of all agents asked about most, with examples, of the newest 2,000 questions of a period.",
  query: v.object(asked),
  answer: topics,
});

/** With all that ask the same in other words. It comes back when it is asked again and not answered again. */
export const closeGap = call({
  family: "console",
  method: "PUT",
  path: `${base}/gaps/{messageId}`,
  who: writes,
  audit: "Closed a knowledge gap",
  summary: "Removes a question from the list of gaps, as answered or unimportant.",
  body: data(v.strictObject({ closed: v.picklist(["answered", "dismissed"]) })),
});
