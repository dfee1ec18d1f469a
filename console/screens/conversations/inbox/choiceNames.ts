import type { ThreadStatus } from "../../../../shared/contract/conversations/conversations.ts";
import type { ThreadSort } from "../../../../shared/contract/conversations/inbox/threadFilter.ts";

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
