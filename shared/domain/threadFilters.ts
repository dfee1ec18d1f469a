import { fitsChoices } from "./choiceFilter.ts";
import { readFieldFilter } from "./fieldFilter.ts";
import { isQueued, type Queue, type Queued } from "./queues.ts";

/** What filters ask of a conversation. */
export interface FilteredThread extends Omit<Queued, "assigneeId"> {
  priority: string;
  labelIds: readonly string[];
  customFields: Readonly<Record<string, unknown>>;
  assignee: { readonly id: string } | null;
  team: { readonly id: string } | null;
  surface: string;
  contact: { readonly id: string; readonly verified: boolean };
  resolution: { readonly is: string } | null;
  rating: { readonly score: number } | null;
  /** In which figures it counts. */
  figures: readonly string[];
  country: string | null;
  language: string | null;
  unread: number;
  lastActivityAt: number;
  createdAt: number;
}

/**
 * How a filter asks. `among`: for one of some values, `none` for those without any, with a `-` for none of them. `same`: for
 * this value. `yesOrNo`: "true" or "false". `from` and `until`: for a moment, the second without it. `queue`, `field`: by
 * queues.ts and fieldFilter.ts.
 */
type Rule =
  | { asks: "among"; of: (thread: FilteredThread) => string | number | readonly string[] | null | undefined }
  | { asks: "same"; of: (thread: FilteredThread) => string }
  | { asks: "yesOrNo"; of: (thread: FilteredThread) => boolean }
  | { asks: "from" | "until"; of: (thread: FilteredThread) => number }
  | { asks: "queue" | "field" };

/** What conversations can be filtered by. The contract, the server's SQL and the live check all have a line for each. */
export const threadFilters = {
  queue: { asks: "queue" },
  status: { asks: "among", of: ({ status }) => status },
  handledBy: { asks: "same", of: ({ handledBy }) => handledBy },
  priority: { asks: "among", of: ({ priority }) => priority },
  labelId: { asks: "among", of: ({ labelIds }) => labelIds },
  field: { asks: "field" },
  assigneeId: { asks: "among", of: ({ assignee }) => assignee?.id },
  teamId: { asks: "among", of: ({ team }) => team?.id },
  surface: { asks: "same", of: ({ surface }) => surface },
  contactId: { asks: "same", of: ({ contact }) => contact.id },
  verified: { asks: "yesOrNo", of: ({ contact }) => contact.verified },
  resolution: { asks: "among", of: ({ resolution }) => resolution?.is },
  rating: { asks: "among", of: ({ rating }) => rating?.score },
  figure: { asks: "among", of: ({ figures }) => figures },
  country: { asks: "among", of: ({ country }) => country },
  /** Without the region. */
  language: { asks: "among", of: ({ language }) => language?.split("-")[0] },
  unread: { asks: "yesOrNo", of: ({ unread }) => unread > 0 },
  since: { asks: "from", of: ({ lastActivityAt }) => lastActivityAt },
  before: { asks: "until", of: ({ lastActivityAt }) => lastActivityAt },
  begunSince: { asks: "from", of: ({ createdAt }) => createdAt },
  begunBefore: { asks: "until", of: ({ createdAt }) => createdAt },
} as const satisfies Record<string, Rule>;

export type ThreadFilterName = keyof typeof threadFilters;
export const threadFilterNames = Object.keys(threadFilters) as ThreadFilterName[]; // its keys are they

/** Whether a conversation is among those that a filter lets through, in the eyes of a member. */
export function fitsThreadFilter(
  thread: FilteredThread,
  filter: Partial<Readonly<Record<ThreadFilterName, string | number | undefined>>>,
  userId: string,
): boolean {
  return threadFilterNames.every((name) => {
    const asked = filter[name];
    return asked === undefined || asked === "" || fits(threadFilters[name], { thread, asked, userId });
  });
}

interface Asked {
  thread: FilteredThread;
  asked: string | number;
  userId: string;
}

function fits(rule: Rule, { thread, asked, userId }: Asked): boolean {
  switch (rule.asks) {
    case "among": {
      const value = rule.of(thread) ?? "none";
      const values = typeof value === "object" ? value : [String(value)];
      return fitsChoices(String(asked), (one) => values.includes(one));
    }
    case "same":
      return rule.of(thread) === asked;
    case "yesOrNo":
      return rule.of(thread) === (asked === "true");
    case "from":
      return rule.of(thread) >= Number(asked);
    case "until":
      return rule.of(thread) < Number(asked);
    case "queue":
      // Its name was checked where the filter came in.
      return isQueued(asked as Queue, { ...thread, assigneeId: thread.assignee?.id ?? null }, userId);
    case "field":
      return carries(thread, String(asked));
    default:
      return rule satisfies never;
  }
}

/** Whether it carries a custom field as a filter asks for it. */
function carries({ customFields }: FilteredThread, filter: string): boolean {
  const asked = readFieldFilter(filter);
  if (!asked) return true;
  const value = customFields[asked.key];
  const isCarried = value !== undefined && (asked.value === null || String(value) === asked.value);
  return isCarried !== asked.isNot;
}
