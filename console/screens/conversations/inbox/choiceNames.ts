import type { ThreadStatus } from "../../../../shared/contract/conversations/conversations.ts";
import type {
  outcomeChoices,
  ratingChoices,
  ThreadSort,
} from "../../../../shared/contract/conversations/inbox/threadFilter.ts";
import { resolutionNames } from "../threads/describeResolution.ts";

/** What states and orders are called; apart from the names that the list itself shows, which loads first. */
export const statusNames: Record<ThreadStatus, string> = {
  open: "Open",
  pending: "Pending",
  snoozed: "Snoozed",
  resolved: "Resolved",
};

export const sortNames: Record<ThreadSort, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  waiting: "Waiting longest",
  priority: "Most urgent first",
};

export const ratingNames: Record<(typeof ratingChoices)[number], string> = {
  ...{ 5: "5 of 5", 4: "4 of 5", 3: "3 of 5", 2: "2 of 5", 1: "1 of 5", none: "Not rated" },
};

export const outcomeNames: Record<(typeof outcomeChoices)[number], string> = {
  ...resolutionNames,
  none: "None yet",
};
