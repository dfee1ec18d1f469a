/** What is counted of conversations, by quarter hour, agent, surface, language and label. */
export const conversationCounters = [
  "conversations",
  "teamConversations",
  "involved",
  "confirmed",
  "assumed",
  "handedOver",
  "abandoned",
  "unresolved",
  "open",
  "returned",
  "handoffs",
  "ratings",
  "ratingSum",
  "satisfied",
  "leads",
  "visitorMessages",
  "agentMessages",
  "teamMessages",
  "goodMood",
  "badMood",
  "repliesInTime",
  "repliesLate",
  "credits",
] as const;
export type ConversationCounter = (typeof conversationCounters)[number];

/** What is counted of the agent's answers, also by model and version. */
export const answerCounters = [
  "answers",
  "failedAnswers",
  "stoppedAnswers",
  "citedAnswers",
  "uncitedAnswers",
  "notFound",
  "feedbackUp",
  "feedbackDown",
  "fallbacks",
  "answerCredits",
  "tokensIn",
  "tokensOut",
] as const;
export type AnswerCounter = (typeof answerCounters)[number];

/** What is counted of tools, cited pages and runs of workflows. */
export const detailCounters = ["count", "good", "bad"] as const;
export type DetailCounter = (typeof detailCounters)[number];

/** How long something took, kept as logarithmic histograms. */
export const timeNames = ["firstReply", "teamReply", "resolution", "firstWord", "answer"] as const;
export type TimeName = (typeof timeNames)[number];

export type Counter = ConversationCounter | AnswerCounter | DetailCounter;

/** What a question to the figures is about. */
export const figureViews = ["conversations", "answers", "tools", "sources", "workflows"] as const;
export type FigureView = (typeof figureViews)[number];

/**
 * By what the figures of a view can be split and filtered; `hour` and `weekday` are those of the time zone asked for. A
 * conversation with several labels counts for each of them.
 */
export const viewDimensions = {
  conversations: ["agent", "surface", "language", "label", "hour", "weekday"],
  answers: ["agent", "surface", "language", "label", "model", "version", "hour", "weekday"],
  tools: ["agent", "surface", "language", "label", "model", "tool", "hour", "weekday"],
  sources: ["agent", "surface", "language", "label", "model", "source", "page", "hour", "weekday"],
  workflows: ["agent", "workflow", "hour", "weekday"],
} as const satisfies Record<FigureView, readonly string[]>;
export type Dimension = (typeof viewDimensions)[FigureView][number];

/** What Insights, its reports and its letters are filtered by. */
export const figureFilters = [
  "surface",
  "language",
  "model",
  "label",
] as const satisfies readonly Dimension[];
export type FigureFilterName = (typeof figureFilters)[number];
export type FigureFilters = Partial<Record<FigureFilterName, string>>;

/** Gives the filters that are set. */
export function pickFilters(given: {
  readonly [Name in FigureFilterName]?: string | null | undefined;
}): FigureFilters {
  return Object.fromEntries(figureFilters.flatMap((name) => (given[name] ? [[name, given[name]]] : [])));
}

/** Gives the filter, among those that are set, by which the figures of a view are not kept. */
export function findUnknownFilter(view: FigureView, filters: FigureFilters): FigureFilterName | undefined {
  const known: readonly Dimension[] = viewDimensions[view];
  return figureFilters.find((name) => filters[name] !== undefined && !known.includes(name));
}

export type Aggregation = "sum" | "avg" | "p50" | "p75" | "p90" | "p95" | "p99" | "uniq";

/** How a measure is worked out: added up, one sum by another, from a histogram, or recounted in each question. */
export type Formula =
  | { kind: "sum"; of: readonly Counter[] }
  | { kind: "ratio"; of: readonly Counter[]; by: readonly Counter[] }
  | { kind: "time"; of: TimeName }
  | { kind: "visitors" };

export interface Measure {
  /** Its name in calls. */
  name: string;
  view: FigureView;
  title: string;
  /** What it says, for people. */
  sentence: string;
  unit: "count" | "share" | "ms" | "credits" | "tokens" | "score";
  formula: Formula;
  /** Whether more is better; null where neither is. */
  better: "more" | "less" | null;
}

const of = (view: FigureView) => (measure: Omit<Measure, "view">) => ({ ...measure, view });

const conversations = [
  {
    name: "conversations",
    title: "Conversations",
    sentence: "Conversations that visitors started. Previews and tests don’t count.",
    unit: "count",
    formula: { kind: "sum", of: ["conversations"] },
    better: "more",
  },
  {
    name: "visitors",
    title: "Visitors",
    sentence: "Different visitors who started a conversation.",
    unit: "count",
    formula: { kind: "visitors" },
    better: "more",
  },
  {
    name: "messages",
    title: "Messages",
    sentence: "Messages from visitors, the agent and your team.",
    unit: "count",
    formula: { kind: "sum", of: ["visitorMessages", "agentMessages", "teamMessages"] },
    better: null,
  },
  {
    name: "visitorMessages",
    title: "Visitor messages",
    sentence: "Messages that visitors wrote.",
    unit: "count",
    formula: { kind: "sum", of: ["visitorMessages"] },
    better: null,
  },
  {
    name: "agentMessages",
    title: "Agent messages",
    sentence: "Messages that the agent wrote.",
    unit: "count",
    formula: { kind: "sum", of: ["agentMessages"] },
    better: null,
  },
  {
    name: "teamMessages",
    title: "Team messages",
    sentence: "Replies that your team wrote.",
    unit: "count",
    formula: { kind: "sum", of: ["teamMessages"] },
    better: null,
  },
  {
    name: "goodMood",
    title: "Friendly messages",
    sentence: "Visitor messages with more friendly than angry words, by a list of words in five languages.",
    unit: "count",
    formula: { kind: "sum", of: ["goodMood"] },
    better: "more",
  },
  {
    name: "badMood",
    title: "Angry messages",
    sentence: "Visitor messages with more angry than friendly words, by a list of words in five languages.",
    unit: "count",
    formula: { kind: "sum", of: ["badMood"] },
    better: "less",
  },
  {
    name: "sentiment",
    title: "Sentiment",
    sentence:
      "Share of friendly messages among friendly and angry ones, by a list of words in five languages.",
    unit: "share",
    formula: { kind: "ratio", of: ["goodMood"], by: ["goodMood", "badMood"] },
    better: "more",
  },
  {
    name: "teamConversations",
    title: "Started by your team",
    sentence: "Conversations that your team started. Resolution doesn’t count them.",
    unit: "count",
    formula: { kind: "sum", of: ["teamConversations"] },
    better: null,
  },
  {
    name: "leads",
    title: "Leads",
    sentence: "Forms that visitors filled in and sent.",
    unit: "count",
    formula: { kind: "sum", of: ["leads"] },
    better: "more",
  },
  {
    name: "involved",
    title: "Agent involved",
    sentence: "Conversations in which the agent gave at least one answer.",
    unit: "count",
    formula: { kind: "sum", of: ["involved"] },
    better: "more",
  },
  {
    name: "involvement",
    title: "Involvement",
    sentence: "Share of conversations in which the agent gave at least one answer.",
    unit: "share",
    formula: { kind: "ratio", of: ["involved"], by: ["conversations"] },
    better: "more",
  },
  {
    name: "confirmed",
    title: "Confirmed",
    sentence: "Resolved: the visitor rated the conversation or the answer well.",
    unit: "count",
    formula: { kind: "sum", of: ["confirmed"] },
    better: "more",
  },
  {
    name: "assumed",
    title: "Assumed",
    sentence:
      "Ended after the agent’s answer, without a complaint, and the visitor didn’t return within 72 hours.",
    unit: "count",
    formula: { kind: "sum", of: ["assumed"] },
    better: "more",
  },
  {
    name: "handedOver",
    title: "Handed over",
    sentence: "A person was asked for or took over.",
    unit: "count",
    formula: { kind: "sum", of: ["handedOver"] },
    better: null,
  },
  {
    name: "abandoned",
    title: "Abandoned",
    sentence: "A person was asked for, and the conversation ended without their reply.",
    unit: "count",
    formula: { kind: "sum", of: ["abandoned"] },
    better: "less",
  },
  {
    name: "unresolved",
    title: "Unresolved",
    sentence: "Still open, not answered, rated badly, or the visitor returned within 72 hours.",
    unit: "count",
    formula: { kind: "sum", of: ["unresolved"] },
    better: "less",
  },
  {
    name: "resolved",
    title: "Resolved by the agent",
    sentence: "Confirmed and assumed resolutions together.",
    unit: "count",
    formula: { kind: "sum", of: ["confirmed", "assumed"] },
    better: "more",
  },
  {
    name: "resolutionRate",
    title: "Resolution rate",
    sentence: "Share of conversations with the agent that it resolved, confirmed or assumed.",
    unit: "share",
    formula: { kind: "ratio", of: ["confirmed", "assumed"], by: ["involved"] },
    better: "more",
  },
  {
    name: "automation",
    title: "Automation rate",
    sentence: "Share of all conversations that the agent resolved: involvement times resolution rate.",
    unit: "share",
    formula: { kind: "ratio", of: ["confirmed", "assumed"], by: ["conversations"] },
    better: "more",
  },
  {
    name: "open",
    title: "Still open",
    sentence: "Conversations of this period that are still open.",
    unit: "count",
    formula: { kind: "sum", of: ["open"] },
    better: null,
  },
  {
    name: "returned",
    title: "Returned",
    sentence: "The visitor started another conversation within 72 hours.",
    unit: "count",
    formula: { kind: "sum", of: ["returned"] },
    better: "less",
  },
  {
    name: "handoffs",
    title: "Handoffs",
    sentence: "Conversations in which a person was asked for or took over.",
    unit: "count",
    formula: { kind: "sum", of: ["handoffs"] },
    better: "less",
  },
  {
    name: "firstReplyTime",
    title: "First reply",
    sentence: "From the start of a conversation to its first answer, by the agent or your team.",
    unit: "ms",
    formula: { kind: "time", of: "firstReply" },
    better: "less",
  },
  {
    name: "teamReplyTime",
    title: "Team reply",
    sentence: "How long visitors waited for each reply of your team.",
    unit: "ms",
    formula: { kind: "time", of: "teamReply" },
    better: "less",
  },
  {
    name: "resolutionTime",
    title: "Time to resolution",
    sentence: "From the start of a resolved conversation to its last message.",
    unit: "ms",
    formula: { kind: "time", of: "resolution" },
    better: "less",
  },
  {
    name: "slaMet",
    title: "Replies on time",
    sentence: "Share of your team’s replies within the reply target. Missed targets count once each.",
    unit: "share",
    formula: { kind: "ratio", of: ["repliesInTime"], by: ["repliesInTime", "repliesLate"] },
    better: "more",
  },
  {
    name: "repliesInTime",
    title: "Targets met",
    sentence: "Replies of your team within the reply target.",
    unit: "count",
    formula: { kind: "sum", of: ["repliesInTime"] },
    better: "more",
  },
  {
    name: "repliesLate",
    title: "Targets missed",
    sentence: "Reply targets that passed without a reply.",
    unit: "count",
    formula: { kind: "sum", of: ["repliesLate"] },
    better: "less",
  },
  {
    name: "ratings",
    title: "Ratings",
    sentence: "Conversations that visitors rated.",
    unit: "count",
    formula: { kind: "sum", of: ["ratings"] },
    better: "more",
  },
  {
    name: "rating",
    title: "Average rating",
    sentence: "Average of visitors’ ratings from 1 to 5.",
    unit: "score",
    formula: { kind: "ratio", of: ["ratingSum"], by: ["ratings"] },
    better: "more",
  },
  {
    name: "satisfied",
    title: "Good ratings",
    sentence: "Ratings that are 4 or 5.",
    unit: "count",
    formula: { kind: "sum", of: ["satisfied"] },
    better: "more",
  },
  {
    name: "satisfaction",
    title: "Satisfaction (CSAT)",
    sentence: "Share of ratings that are 4 or 5.",
    unit: "share",
    formula: { kind: "ratio", of: ["satisfied"], by: ["ratings"] },
    better: "more",
  },
  {
    name: "credits",
    title: "Credits",
    sentence: "Credits that answers used.",
    unit: "credits",
    formula: { kind: "sum", of: ["credits"] },
    better: "less",
  },
  {
    name: "costPerResolved",
    title: "Cost per resolution",
    sentence: "Credits divided by conversations that the agent resolved.",
    unit: "credits",
    formula: { kind: "ratio", of: ["credits"], by: ["confirmed", "assumed"] },
    better: "less",
  },
] as const satisfies readonly Omit<Measure, "view">[];

const answers = [
  {
    name: "answers",
    title: "Answers",
    sentence: "Answers that the agent gave, also those that failed or were stopped.",
    unit: "count",
    formula: { kind: "sum", of: ["answers"] },
    better: null,
  },
  {
    name: "failedAnswers",
    title: "Failed answers",
    sentence: "Answers that ended with an error.",
    unit: "count",
    formula: { kind: "sum", of: ["failedAnswers"] },
    better: "less",
  },
  {
    name: "stoppedAnswers",
    title: "Stopped answers",
    sentence: "Answers that the visitor or a takeover stopped.",
    unit: "count",
    formula: { kind: "sum", of: ["stoppedAnswers"] },
    better: "less",
  },
  {
    name: "citedAnswers",
    title: "Answers with a source",
    sentence: "Answers that cite at least one source.",
    unit: "count",
    formula: { kind: "sum", of: ["citedAnswers"] },
    better: "more",
  },
  {
    name: "uncitedAnswers",
    title: "Answers without a source",
    sentence: "Answers that cite nothing. Greetings count, too.",
    unit: "count",
    formula: { kind: "sum", of: ["uncitedAnswers"] },
    better: "less",
  },
  {
    name: "notFound",
    title: "Unanswered questions",
    sentence: "Answers in which the agent says that it found nothing.",
    unit: "count",
    formula: { kind: "sum", of: ["notFound"] },
    better: "less",
  },
  {
    name: "feedbackUp",
    title: "Helpful",
    sentence: "Answers that visitors marked as helpful.",
    unit: "count",
    formula: { kind: "sum", of: ["feedbackUp"] },
    better: "more",
  },
  {
    name: "feedbackDown",
    title: "Not helpful",
    sentence: "Answers that visitors marked as not helpful.",
    unit: "count",
    formula: { kind: "sum", of: ["feedbackDown"] },
    better: "less",
  },
  {
    name: "helpful",
    title: "Helpful share",
    sentence: "Share of answers with feedback that visitors marked as helpful.",
    unit: "share",
    formula: { kind: "ratio", of: ["feedbackUp"], by: ["feedbackUp", "feedbackDown"] },
    better: "more",
  },
  {
    name: "fallbacks",
    title: "Fallbacks",
    sentence: "Answers that another model gave because the chosen one failed.",
    unit: "count",
    formula: { kind: "sum", of: ["fallbacks"] },
    better: "less",
  },
  {
    name: "answerCredits",
    title: "Credits of answers",
    sentence: "Credits that answers used, by model and version.",
    unit: "credits",
    formula: { kind: "sum", of: ["answerCredits"] },
    better: "less",
  },
  {
    name: "tokensIn",
    title: "Input tokens",
    sentence: "Tokens that models read.",
    unit: "tokens",
    formula: { kind: "sum", of: ["tokensIn"] },
    better: null,
  },
  {
    name: "tokensOut",
    title: "Output tokens",
    sentence: "Tokens that models wrote.",
    unit: "tokens",
    formula: { kind: "sum", of: ["tokensOut"] },
    better: null,
  },
  {
    name: "firstWordTime",
    title: "First word",
    sentence: "From the question to the first word of the agent’s answer.",
    unit: "ms",
    formula: { kind: "time", of: "firstWord" },
    better: "less",
  },
  {
    name: "answerTime",
    title: "Answer time",
    sentence: "From the question to the end of the agent’s answer.",
    unit: "ms",
    formula: { kind: "time", of: "answer" },
    better: "less",
  },
] as const satisfies readonly Omit<Measure, "view">[];

const tools = [
  {
    name: "toolRuns",
    title: "Tool runs",
    sentence: "How often the agent used a tool.",
    unit: "count",
    formula: { kind: "sum", of: ["count"] },
    better: null,
  },
  {
    name: "toolFailures",
    title: "Tool failures",
    sentence: "Tool runs that didn’t end well: failed, timed out, refused or wrong input.",
    unit: "count",
    formula: { kind: "sum", of: ["bad"] },
    better: "less",
  },
  {
    name: "toolFailureRate",
    title: "Failure rate",
    sentence: "Share of tool runs that didn’t end well.",
    unit: "share",
    formula: { kind: "ratio", of: ["bad"], by: ["count"] },
    better: "less",
  },
] as const satisfies readonly Omit<Measure, "view">[];

const sources = [
  {
    name: "citations",
    title: "Citations",
    sentence: "Answers that cite the page. One answer counts a page once.",
    unit: "count",
    formula: { kind: "sum", of: ["count"] },
    better: null,
  },
  {
    name: "citedHelpful",
    title: "Helpful",
    sentence: "Helpful answers that cite the page.",
    unit: "count",
    formula: { kind: "sum", of: ["good"] },
    better: "more",
  },
  {
    name: "citedNotHelpful",
    title: "Not helpful",
    sentence: "Answers that cite the page and were not helpful.",
    unit: "count",
    formula: { kind: "sum", of: ["bad"] },
    better: "less",
  },
  {
    name: "sourceQuality",
    title: "Helpful share",
    sentence: "Share of rated answers citing the page that were helpful.",
    unit: "share",
    formula: { kind: "ratio", of: ["good"], by: ["good", "bad"] },
    better: "more",
  },
] as const satisfies readonly Omit<Measure, "view">[];

const workflows = [
  {
    name: "workflowRuns",
    title: "Workflow runs",
    sentence: "Workflow runs. Tests and deleted runs don’t count.",
    unit: "count",
    formula: { kind: "sum", of: ["count"] },
    better: null,
  },
  {
    name: "workflowFailures",
    title: "Workflow failures",
    sentence: "Workflow runs that ended with an error.",
    unit: "count",
    formula: { kind: "sum", of: ["bad"] },
    better: "less",
  },
  {
    name: "workflowFailureRate",
    title: "Workflow failure rate",
    sentence: "Share of workflow runs that ended with an error.",
    unit: "share",
    formula: { kind: "ratio", of: ["bad"], by: ["count"] },
    better: "less",
  },
] as const satisfies readonly Omit<Measure, "view">[];

/**
 * THE list of the product's figures. Screens, files, reports, calls and the tooltip "What is this?" read it, so that a
 * number means the same everywhere.
 */
export const measures = [
  ...conversations.map(of("conversations")),
  ...answers.map(of("answers")),
  ...tools.map(of("tools")),
  ...sources.map(of("sources")),
  ...workflows.map(of("workflows")),
] as readonly (Measure & { name: MeasureName })[]; // what map gives keeps no single names

export type MeasureName =
  | (typeof conversations)[number]["name"]
  | (typeof answers)[number]["name"]
  | (typeof tools)[number]["name"]
  | (typeof sources)[number]["name"]
  | (typeof workflows)[number]["name"];

const byName = new Map<string, Measure & { name: MeasureName }>(measures.map((one) => [one.name, one]));

/** Gives a measure by its name, if there is one. */
export function findMeasure(name: string): (Measure & { name: MeasureName }) | undefined {
  return byName.get(name);
}

/** Gives a measure that there is. */
export function measureOf(name: MeasureName): Measure & { name: MeasureName } {
  const found = findMeasure(name);
  if (!found) throw new Error(`There is no measure ${name}.`);
  return found;
}

const quantiles = ["p50", "p75", "p90", "p95", "p99"] as const;

/** In which ways a measure can be asked for; the first one is its own. */
export function listAggregations({ formula }: Pick<Measure, "formula">): readonly Aggregation[] {
  if (formula.kind === "sum") return ["sum"];
  if (formula.kind === "ratio") return ["avg"];
  return formula.kind === "visitors" ? ["uniq"] : [...quantiles, "avg"];
}

/** The share that a quantile stands for; undefined for any other aggregation. */
export function shareOf(aggregation: Aggregation): number | undefined {
  return /^p\d\d$/.test(aggregation) ? Number(aggregation.slice(1)) / 100 : undefined;
}

/** Under which name an answer has it: `sum_conversations`, `p95_answerTime`. */
export function fieldOf(aggregation: Aggregation, measure: string): string {
  return `${aggregation}_${measure}`;
}
