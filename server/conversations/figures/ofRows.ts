import { isRowsPage } from "../../../shared/domain/citedRows.ts";
import type {
  Citation,
  Feedback,
  ThreadRating,
} from "../../../shared/contract/conversations/conversations.ts";
import type { Receipt } from "../../../shared/contract/conversations/answers/receipts.ts";
import { figureStates, listFigures } from "../../../shared/domain/figureState.ts";
import { bucketOf } from "../../../shared/domain/figureTime.ts";
import { binOf } from "../../../shared/domain/histogram.ts";
import type { TimeName } from "../../../shared/domain/measures.ts";
import { saysNotFound } from "../../../shared/domain/sayings.ts";
import { readRunSkill } from "../../actions/skills/runs.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import { overdueEvent } from "../threads/sla/replyDeadline.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";
import { moodOf } from "./mood.ts";
import type { CellKind, Tally } from "./tally.ts";

type Sign = 1 | -1;

/** What a conversation's figures are kept by. */
export type Place = Pick<ThreadRow, "preview" | "surfaceType" | "language">;

/** Adds what a conversation's row counts for, in the quarter hour in which it began. */
export function addThread(tally: Tally, thread: ThreadRow, sign: Sign): void {
  if (thread.preview === 1 || thread.nextPosition === 0) return;
  const { createdAt, firstAnswerAt, firstReplyAt } = thread;
  const bucket = bucketOf(createdAt);
  const rating = thread.rating === null ? null : (JSON.parse(thread.rating) as ThreadRating); // written by rateConversation
  const score = rating?.score ?? null;
  const figures = listFigures({ ...thread, score });
  tally.add(cellOf(thread, bucket), ["c"], {
    ...Object.fromEntries(figures.map((figure) => [figure, 1])),
    ...(score !== null && { ratingSum: score }),
    sign,
  });
  const state = figureStates.find((one) => figures.includes(one));
  if (!state) return;
  const time = { bucket, place: thread, model: "", version: 0, sign };
  const replies = [firstAnswerAt, firstReplyAt].filter((at) => at !== null);
  if (replies.length > 0)
    addTime(tally, { ...time, name: "firstReply", ms: Math.min(...replies) - createdAt });
  if (state === "confirmed" || state === "assumed")
    addTime(tally, { ...time, name: "resolution", ms: thread.lastActivityAt - createdAt });
}

/** Adds what a message counts for, in the quarter hour in which it was written; `receipt` is that of an answer. */
export function addMessage(
  tally: Tally,
  {
    place,
    message,
    receipt,
    sign,
  }: { place: Place; message: MessageRow; receipt: Receipt | null; sign: Sign },
): void {
  const { role, kind, status } = message;
  if (place.preview === 1 || status === "streaming") return;
  const bucket = bucketOf(message.createdAt);
  const cell = cellOf(place, bucket);
  if (kind === "event") {
    if (message.content === overdueEvent) tally.add(cell, ["c"], { repliesLate: 1, sign });
    return;
  }
  if (message.audience === "team") return;
  if (role === "user") {
    const mood = moodOf(message.content);
    const moods = { goodMood: mood === "good" ? 1 : 0, badMood: mood === "bad" ? 1 : 0 };
    tally.add(cell, ["c"], { visitorMessages: 1, ...moods, sign });
  }
  if (role === "support") {
    const { createdAt, waitedSince, replyDueAt } = message;
    const isInTime = replyDueAt !== null && createdAt <= replyDueAt;
    tally.add(cell, ["c"], { teamMessages: 1, repliesInTime: isInTime ? 1 : 0, sign });
    if (waitedSince === null) return;
    const time = { bucket, place, model: "", version: 0, sign };
    addTime(tally, { ...time, name: "teamReply", ms: createdAt - waitedSince });
  }
  if (role !== "assistant") return;
  const agentMessages = message.content.trim() === "" ? 0 : 1;
  tally.add(cell, ["c"], { agentMessages, credits: receipt?.credits ?? 0, sign });
  addAnswer(tally, { place, message, receipt, sign });
}

function addAnswer(tally: Tally, { place, message, receipt, sign }: Parameters<typeof addMessage>[1]): void {
  const bucket = bucketOf(message.createdAt);
  const cell = cellOf(place, bucket);
  const [model, version] = [receipt?.model ?? "", receipt?.agentVersion ?? 0];
  const citations = message.citations === "[]" ? [] : (JSON.parse(message.citations) as Citation[]); // written by endAnswer
  const value = message.feedback === null ? 0 : (JSON.parse(message.feedback) as Feedback).value; // written by rateMessage
  const isWhole = message.status === "sent";
  const isNotFound = isWhole && saysNotFound(message.content);
  const says = isWhole && !isNotFound;
  tally.add(cell, ["a", model, version], {
    answers: 1,
    failedAnswers: message.status === "failed" ? 1 : 0,
    stoppedAnswers: message.status === "stopped" ? 1 : 0,
    citedAnswers: says && citations.length > 0 ? 1 : 0,
    uncitedAnswers: says && citations.length === 0 ? 1 : 0,
    notFound: isNotFound ? 1 : 0,
    feedbackUp: value === 1 ? 1 : 0,
    feedbackDown: value === -1 ? 1 : 0,
    ...(receipt && {
      fallbacks: receipt.fallback === null ? 0 : 1,
      answerCredits: receipt.credits,
      tokensIn: receipt.tokensIn ?? 0,
      tokensOut: receipt.tokensOut ?? 0,
    }),
    sign,
  });
  for (const [pageId, sourceId] of new Map(citations.map((one) => [one.pageId, one.sourceId]))) {
    // The quality is reported only for a source's pages.
    if (isRowsPage(pageId)) continue;
    const judged = { good: value === 1 ? 1 : 0, bad: value === -1 ? 1 : 0 };
    tally.add(cell, ["d", model, "page", pageId, sourceId], { count: 1, ...judged, sign });
  }
  if (!receipt) return;
  for (const { tool, outcome } of receipt.steps ?? []) {
    const isGood = outcome === "done";
    const judged = { good: isGood ? 1 : 0, bad: isGood ? 0 : 1 };
    tally.add(cell, ["d", model, "tool", tool, ""], { count: 1, ...judged, sign });
  }
  const time = { bucket, place, model, version, sign };
  addTime(tally, { ...time, name: "answer", ms: receipt.ms.total });
  if (receipt.ms.firstToken !== null)
    addTime(tally, { ...time, name: "firstWord", ms: receipt.ms.firstToken });
}

/** Adds what a run of an action counts for: a form that was filled in and sent is a lead. */
export function addRun(
  tally: Tally,
  { place, run, sign }: { place: Place; run: SkillRunRow; sign: Sign },
): void {
  if (place.preview === 1 || run.state !== "done" || readRunSkill(run).config.kind !== "form") return;
  tally.add(cellOf(place, bucketOf(run.createdAt)), ["c"], { leads: 1, sign });
}

interface Time {
  bucket: number;
  place: Place;
  model: string;
  version: number;
  name: TimeName;
  ms: number;
  sign: Sign;
}

/** A clock that jumps back makes no time shorter than none. */
function addTime(tally: Tally, { bucket, place, model, version, name, ms, sign }: Time): void {
  const lasted = Math.max(0, Math.round(ms));
  const kind: CellKind = ["t", model, version, name, binOf(lasted)];
  tally.add(cellOf(place, bucket), kind, { count: 1, total: lasted, sign });
}

function cellOf(place: Place, bucket: number) {
  return { bucket, surface: place.surfaceType, language: languageOf(place) };
}

/** The language alone, without its country: `en` of `en-GB`; empty where it is not known. */
export function languageOf({ language }: Pick<ThreadRow, "language">): string {
  const tag = (language ?? "").toLowerCase();
  return tag.slice(0, ["", "-"].includes(tag.charAt(2)) ? 2 : 3);
}
