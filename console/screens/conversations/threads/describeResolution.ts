import type { Thread } from "../../../../shared/contract/conversations/conversations.ts";
import type { Resolution, ResolutionReason } from "../../../../shared/domain/resolution.ts";

/** What the outcomes are called. */
export const resolutionNames: Record<Resolution, string> = {
  assumed: "Assumed resolved",
  confirmed: "Confirmed by the visitor",
  escalated: "Escalated to a person",
  negative: "Not resolved",
  procedure: "Handed over by a rule",
};

const reasons: Record<ResolutionReason, string> = {
  goodRating: "they rated the conversation 4 or 5",
  badRating: "they rated the conversation 1 or 2",
  goodAnswer: "their last feedback was positive",
  badAnswer: "their last feedback was negative",
  notFound: "the agent's last answer found nothing",
  person: "a person was asked for or took over",
  rule: "the agent's hand-over guidance led to a person",
  ended: "it ended without a complaint",
  idle: "a day without messages or complaints",
};

/** Gives how a conversation came out, and why. */
export function describeResolution({ is, reason }: NonNullable<Thread["resolution"]>): string {
  return `${resolutionNames[is]}: ${reasons[reason]}`;
}
