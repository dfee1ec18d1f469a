import { priorities, threadStatuses } from "../../../../shared/contract/conversations/conversations.ts";
import type { Priority } from "../../../../shared/contract/conversations/conversations.ts";
import {
  outcomeChoices,
  ratingChoices,
  threadSorts,
} from "../../../../shared/contract/conversations/inbox/threadFilter.ts";
import { readChoices } from "../../../../shared/domain/choiceFilter.ts";
import { threadFigures } from "../../../../shared/domain/figureState.ts";
import { readFieldFilter } from "../../../../shared/domain/fieldFilter.ts";
import { queues } from "../../../../shared/domain/queues.ts";
import type { Queue } from "../../../../shared/domain/queues.ts";
import { inboxPath } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import type { ThreadView } from "../../../state/conversations/threads/threads.ts";

/** What the queues are called. */
export const queueNames: Record<Queue, string> = {
  mine: "Mine",
  unassigned: "Unassigned",
  waiting: "Waiting",
  due: "Due",
  approvals: "Approvals",
  ai: "AI-handled",
  mentions: "Mentions",
  snoozed: "Snoozed",
  closed: "Resolved",
  all: "All",
};

export const priorityNames: Record<Priority, string> = {
  none: "None",
  low: "Low",
  medium: "Medium",
  high: "High",
  urgent: "Urgent",
};

/** What several of can be named: in the address, in a filter, and of which list they are, where there is one. */
const choices: readonly (readonly [string, string, list?: readonly string[]])[] = [
  ["status", "status", threadStatuses],
  ["priority", "priority", priorities],
  ["label", "labelId"],
  ["assignee", "assigneeId"],
  ["team", "teamId"],
  ["resolution", "resolution", outcomeChoices],
  ["rating", "rating", ratingChoices],
  ["figure", "figure", threadFigures],
  ["country", "country"],
  ["language", "language"],
];

/** What the address can narrow a queue by. */
export const filterNames: readonly string[] = [
  ...choices.map(([name]) => name),
  ...["agent", "field", "surface", "verified", "contact", "unread"],
  ...["since", "before", "begunSince", "begunBefore"],
];

/** The address of a conversation, or of a message in it, beside the list as it is. */
export function linkToThread(place: AgentPlace, threadId: string, messageId?: string): string {
  const query = new URLSearchParams(location.search);
  query.delete("why");
  query.delete("message");
  if (messageId) query.set("message", messageId);
  const text = query.toString();
  return `${inboxPath(place)}/${threadId}${text && `?${text}`}`;
}

/** The view that the address names; what it says wrongly counts as not said. */
export function readView(read: (name: string) => string): ThreadView {
  const text = (name: string) => read(name) || undefined;
  const view = {
    queue: pick(queues, read("queue")) ?? "all",
    sort: pick(threadSorts, read("sort")) ?? "newest",
    ...Object.fromEntries(choices.map(([name, of, list]) => [of, among(list, read(name))])),
    field: readFieldFilter(read("field")) ? read("field") : undefined,
    ...{
      surface: text("surface"),
      contactId: text("contact"),
      verified: pick(["true", "false"], read("verified")),
    },
    agentId: text("agent"),
    ...{ unread: pick(["true"], read("unread")) },
    ...{ since: dayOf(read("since")), before: dayOf(read("before"), 1) },
    ...{ begunSince: dayOf(read("begunSince")), begunBefore: dayOf(read("begunBefore"), 1) },
  };
  return Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined)) as ThreadView; // what is left of it
}

function pick<Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((value) => value === text);
}

/** The choices that an address names, where all of them are of a list. */
function among(list: readonly string[] | undefined, text: string): string | undefined {
  const { values } = readChoices(text);
  return values.length > 0 && (!list || values.every((one) => list.includes(one))) ? text : undefined;
}

/** The first moment of a day in this browser's time zone, or of one some days later; of the last days that of the first. */
export function dayOf(day: string, later = 0): number | undefined {
  const [year, month, date, days] =
    /^(\d{4})-(\d\d)-(\d\d)$|^(\d{1,3})d$/.exec(day)?.slice(1).map(Number) ?? [];
  const today = new Date();
  if (days) return new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1).getTime();
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + later).getTime();
}
