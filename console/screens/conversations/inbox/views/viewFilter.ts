import type { ThreadView as SavedView } from "../../../../../shared/contract/conversations/inbox/threadViews.ts";
import { readView } from "../filters.ts";

/** What of the address a saved view keeps: days stay days. */
export function readViewFilter(read: (name: string) => string): SavedFilter {
  const { sort, queue, since, before, begunSince, begunBefore, ...filter } = readView(read);
  return {
    filter: {
      ...(queue !== "all" && { queue }),
      ...filter,
      ...(since !== undefined && { since: read("since") }),
      ...(before !== undefined && { before: read("before") }),
      ...(begunSince !== undefined && { begunSince: read("begunSince") }),
      ...(begunBefore !== undefined && { begunBefore: read("begunBefore") }),
    },
    sort,
  };
}

export type SavedFilter = Pick<SavedView, "filter" | "sort">;

/** What a saved view changes of the address; the words that are searched for are none of it, and go. */
export function viewQuery({ filter, sort }: SavedFilter): Record<string, string | null> {
  return {
    ...{ queue: filter.queue ?? null, status: filter.status ?? null, priority: filter.priority ?? null },
    field: filter.field ?? null,
    ...{ label: filter.labelId ?? null, assignee: filter.assigneeId ?? null, team: filter.teamId ?? null },
    ...{
      surface: filter.surface ?? null,
      verified: filter.verified ?? null,
      contact: filter.contactId ?? null,
      resolution: filter.resolution ?? null,
    },
    ...{ unread: filter.unread ?? null, since: filter.since ?? null, before: filter.before ?? null },
    ...{ rating: filter.rating ?? null, country: filter.country ?? null, language: filter.language ?? null },
    figure: filter.figure ?? null,
    ...{ begunSince: filter.begunSince ?? null, begunBefore: filter.begunBefore ?? null },
    ...{ sort: sort === "newest" ? null : sort, why: null, message: null, q: null },
  };
}
