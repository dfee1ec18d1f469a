import type { Receipt } from "../../../shared/contract/conversations/answers/receipts.ts";
import type { MeasureName } from "../../../shared/domain/measures.ts";
import { moodOf } from "../../../server/conversations/figures/mood.ts";
import { saysNotFound } from "../../../shared/domain/sayings.ts";
import type { WorkflowRunRow } from "../../../server/workflows/tables.ts";
import type { MadeRows } from "./makeConversations.ts";

type Thread = MadeRows["threads"][number];
type Message = MadeRows["messages"][number];

/** Raw rows of one part of all: what began, and what was said, in it. */
export interface Raw {
  threads: Thread[];
  messages: Message[];
  receipts: Map<string, Receipt>;
  threadOf: Map<string, Thread>;
  runs: WorkflowRunRow[];
}

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** Works every measure out from the rows themselves, in the plainest way. Times are given whole, for each quantile. */
export function askOracle(raw: Raw): Record<MeasureName, number | null | number[]> {
  const threads = raw.threads.filter(({ begunByTeam }) => begunByTeam === 0);
  const counted = (holds: (thread: Thread) => unknown) => threads.filter((thread) => holds(thread)).length;
  const scores = raw.threads.flatMap(({ rating }) => (rating ? [JSON.parse(rating).score as number] : []));
  const said = raw.messages.filter(({ kind, audience }) => kind === "text" && audience === "all");
  const by = (role: Message["role"]) => said.filter((message) => message.role === role);
  const answers = by("assistant");
  const receipts = answers.flatMap(({ id }) => raw.receipts.get(id) ?? []);
  const total = (of: (receipt: Receipt) => number | null) =>
    receipts.reduce((sum, one) => sum + (of(one) ?? 0), 0);
  const cameBack = ({ returnedAt, lastActivityAt }: Thread) =>
    returnedAt !== null && returnedAt >= lastActivityAt;
  const confirmed = counted(({ resolution }) => resolution === "confirmed");
  const assumed = counted((thread) => thread.resolution === "assumed" && !cameBack(thread));
  const withPerson = threads.filter(({ resolution }) =>
    ["escalated", "procedure"].includes(resolution ?? ""),
  );
  const handedOver = withPerson.filter(
    ({ firstReplyAt, status, handledBy }) =>
      firstReplyAt !== null || (handledBy === "human" && status !== "resolved"),
  ).length;
  const abandoned = withPerson.length - handedOver;
  const resolved = confirmed + assumed;
  const involved = counted(({ firstAnswerAt }) => firstAnswerAt !== null);
  const inTime = by("support").filter(
    ({ replyDueAt, createdAt }) => replyDueAt !== null && createdAt <= replyDueAt,
  ).length;
  const late = raw.messages.filter(
    ({ content, kind }) => kind === "event" && content === "replyOverdue",
  ).length;
  const good = scores.filter((score) => score >= 4).length;
  const credits = total((receipt) => receipt.credits);
  const whole = answers.filter(({ status }) => status === "sent");
  const lost = whole.filter(({ content }) => saysNotFound(content));
  const sourced = whole.filter((one) => !lost.includes(one) && one.citations !== "[]").length;
  const liked = (list: Message[], value: number) =>
    list.filter(({ feedback }) => feedback !== null && JSON.parse(feedback).value === value);
  const [up, down] = [liked(answers, 1).length, liked(answers, -1).length];
  const steps = receipts.flatMap((receipt) => receipt.steps ?? []);
  const failures = steps.filter(({ outcome }) => outcome !== "done").length;
  const pagesOf = (list: Message[]) =>
    list.reduce(
      (sum, { citations }) =>
        sum + new Set((JSON.parse(citations) as { pageId: string }[]).map(({ pageId }) => pageId)).size,
      0,
    );
  const moods = by("user").map(({ content }) => moodOf(content));
  const friendly = moods.filter((mood) => mood === "good").length;
  const angry = moods.filter((mood) => mood === "bad").length;
  const runs = raw.runs.filter(({ version }) => version !== null);
  const failedRuns = runs.filter(({ state }) => state === "failed").length;
  const [pagesUp, pagesDown] = [pagesOf(liked(answers, 1)), pagesOf(liked(answers, -1))];
  return {
    conversations: threads.length,
    visitors: new Set(threads.map(({ contactId }) => contactId)).size,
    messages: said.filter(({ role, content }) => role !== "assistant" || content !== "").length,
    visitorMessages: by("user").length,
    agentMessages: answers.filter(({ content }) => content !== "").length,
    teamMessages: by("support").length,
    teamConversations: raw.threads.length - threads.length,
    leads: 0,
    goodMood: friendly,
    badMood: angry,
    sentiment: share(friendly, friendly + angry),
    involved,
    involvement: share(involved, threads.length),
    confirmed,
    assumed,
    handedOver,
    abandoned,
    unresolved: threads.length - resolved - withPerson.length,
    resolved,
    resolutionRate: share(resolved, involved),
    automation: share(resolved, threads.length),
    open: counted(({ status, resolution }) => status === "open" && resolution === null),
    returned: counted(cameBack),
    handoffs: counted(({ hadPerson }) => hadPerson === 1),
    firstReplyTime: threads.flatMap(({ firstAnswerAt, firstReplyAt, createdAt }) => {
      const first = Math.min(firstAnswerAt ?? Infinity, firstReplyAt ?? Infinity);
      return Number.isFinite(first) ? [first - createdAt] : [];
    }),
    teamReplyTime: by("support").flatMap(({ waitedSince, createdAt }) =>
      waitedSince === null ? [] : [createdAt - waitedSince],
    ),
    resolutionTime: threads
      .filter((one) => one.resolution === "confirmed" || (one.resolution === "assumed" && !cameBack(one)))
      .map(({ lastActivityAt, createdAt }) => lastActivityAt - createdAt),
    slaMet: share(inTime, inTime + late),
    repliesInTime: inTime,
    repliesLate: late,
    ratings: scores.length,
    rating: share(
      scores.reduce((sum, score) => sum + score, 0),
      scores.length,
    ),
    satisfied: good,
    satisfaction: share(good, scores.length),
    credits,
    costPerResolved: share(credits, resolved),
    answers: answers.length,
    failedAnswers: answers.filter(({ status }) => status === "failed").length,
    stoppedAnswers: answers.filter(({ status }) => status === "stopped").length,
    citedAnswers: sourced,
    uncitedAnswers: whole.length - lost.length - sourced,
    notFound: lost.length,
    feedbackUp: up,
    feedbackDown: down,
    helpful: share(up, up + down),
    fallbacks: receipts.filter(({ fallback }) => fallback !== null).length,
    answerCredits: credits,
    tokensIn: total((receipt) => receipt.tokensIn),
    tokensOut: total((receipt) => receipt.tokensOut),
    firstWordTime: receipts.flatMap(({ ms }) => (ms.firstToken === null ? [] : [ms.firstToken])),
    answerTime: receipts.map(({ ms }) => ms.total),
    toolRuns: steps.length,
    toolFailures: failures,
    toolFailureRate: share(failures, steps.length),
    citations: pagesOf(answers),
    citedHelpful: pagesUp,
    citedNotHelpful: pagesDown,
    sourceQuality: share(pagesUp, pagesUp + pagesDown),
    workflowRuns: runs.length,
    workflowFailures: failedRuns,
    workflowFailureRate: share(failedRuns, runs.length),
  };
}

/** The time below which this share of all lies, by the nearest rank. */
export function quantileOf(times: number[], part: number): number | null {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted.length === 0 ? null : (sorted[Math.max(1, Math.ceil(part * sorted.length)) - 1] ?? null);
}

/** Splits rows by what began, and was said, on each day or in each hour of a zone. */
export function splitByTime(
  { threads, messages, receipts, threadOf, runs }: Raw,
  { timeZone, granularity }: { timeZone: string; granularity: "day" | "hour" },
): Map<string, Raw> {
  const times = new Map<string, Raw>();
  // Canadians write the day as 2026-03-29.
  const calendar = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  const clock = new Intl.DateTimeFormat("en-CA", { timeZone, hourCycle: "h23", hour: "2-digit" });
  const find = (at: number): Raw => {
    const day = calendar.format(at);
    const time = granularity === "day" ? day : `${day}T${clock.format(at)}:00`;
    const known = times.get(time) ?? { threads: [], messages: [], receipts, threadOf, runs: [] };
    times.set(time, known);
    return known;
  };
  for (const thread of threads) find(thread.createdAt).threads.push(thread);
  for (const message of messages) find(message.createdAt).messages.push(message);
  for (const run of runs) find(run.createdAt).runs.push(run);
  return times;
}
