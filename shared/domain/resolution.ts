/**
 * How a conversation came out. `assumed`: it ended, or lies still, with the agent's answers alone and without a complaint.
 * `confirmed`: its visitor said so. `escalated`: a person was asked for, or took over. `negative`: its visitor was not
 * content, or the agent's last word was that it did not find an answer. `procedure`: a person was asked for because the
 * agent's own rules about handing over led there: that is the way that was laid out, and no failure of the agent.
 */
export const resolutions = ["assumed", "confirmed", "escalated", "negative", "procedure"] as const;
export type Resolution = (typeof resolutions)[number];

/** What decided it, what the visitor thinks before anything else, where they wrote nothing since. */
export const resolutionReasons = [
  "goodRating",
  "badRating",
  "goodAnswer",
  "badAnswer",
  "notFound",
  "person",
  "rule",
  "ended",
  "idle",
] as const;
export type ResolutionReason = (typeof resolutionReasons)[number];

/** After this long without a word a conversation counts as over. */
export const idleAfterMs = 24 * 60 * 60 * 1000;

/** Scores from 1 to 5: these and lower ones are a complaint, those and higher ones praise; between them nothing is said. */
export const badScore = 2;
export const goodScore = 4;

/** What is known of a conversation. */
export interface Outcome {
  isResolved: boolean;
  /** Put off until a time: it lies still because it is to. */
  isSnoozed: boolean;
  /** The last word is no visitor's that was never answered. */
  isAnswered: boolean;
  /** The last word is the agent's, who says that it did not find what was asked. */
  isNotFound: boolean;
  /** A person of the team was asked for, or took over, at some time. */
  hadPerson: boolean;
  /** A rule of guidance about handing over led to that. */
  isByRule: boolean;
  /** The team wrote first: nobody had asked the agent anything. */
  isBegunByTeam: boolean;
  /** What its visitor thinks of the whole, from 1 to 5; null where they wrote on since. */
  score: number | null;
  /** What its visitor thinks of the latest answer that they said something of since they wrote last: 1 or -1. */
  lastFeedback: number | null;
  /** That answer is the agent's last one: praise of an earlier one says nothing of what was not found since. */
  isFeedbackOnLast: boolean;
  lastActivityAt: number;
}

/**
 * Gives how a conversation came out, and why; null while it continues, and for one that the team began: the agent was
 * asked nothing, so it can't have failed. Where a person came, the agent did not settle it, however content the visitor
 * is: their praise is the person's.
 */
export function findResolution(
  outcome: Outcome,
  now: number,
): { resolution: Resolution; reason: ResolutionReason } | null {
  const { isResolved, isSnoozed, isAnswered, isNotFound, score, lastFeedback, isFeedbackOnLast } = outcome;
  const { hadPerson, isByRule, isBegunByTeam, lastActivityAt } = outcome;
  if (isBegunByTeam) return null;
  if (hadPerson && isByRule) return { resolution: "procedure", reason: "rule" };
  if (hadPerson) return { resolution: "escalated", reason: "person" };
  if (score !== null && score <= badScore) return { resolution: "negative", reason: "badRating" };
  if (score !== null && score >= goodScore) return { resolution: "confirmed", reason: "goodRating" };
  const isOver = isResolved || (!isSnoozed && now - lastActivityAt >= idleAfterMs);
  if (!isOver || !isAnswered) return null;
  if (lastFeedback === -1) return { resolution: "negative", reason: "badAnswer" };
  if (lastFeedback === 1 && (isFeedbackOnLast || !isNotFound))
    return { resolution: "confirmed", reason: "goodAnswer" };
  if (isNotFound) return { resolution: "negative", reason: "notFound" };
  return { resolution: "assumed", reason: isResolved ? "ended" : "idle" };
}
