import { priorities, threadStatuses } from "../../../shared/contract/conversations.ts";
import type { ThreadCounts } from "../../../shared/contract/threadCounts.ts";
import type { Db } from "../../database/store.ts";
import { selectInbox } from "./inboxRows.ts";
import type { InboxWanted } from "./inboxRows.ts";

/** Gives how many conversations each choice of the main filters would show, with all the others as they are. */
export async function countChoices(db: Db, wanted: InboxWanted): Promise<ThreadCounts> {
  const [groups, labels] = await Promise.all([readGroups(db, wanted), readLabels(db, wanted)]);
  const { status, priority, assigneeId } = wanted.filter;
  const chosen = { status, priority, assignee: assigneeId };
  return {
    status: { ...noneOf(threadStatuses), ...sumBy("status") },
    priority: { ...noneOf(priorities), ...sumBy("priority") },
    assignees: sumBy("assignee"),
    labels: Object.fromEntries(labels.map(({ labelId, count }) => [labelId, count])),
  };

  function sumBy(kind: Kind): Record<string, number> {
    const others = kinds.filter((one) => one !== kind && chosen[one]);
    const sums: Record<string, number> = {};
    for (const group of groups) {
      if (others.some((other) => group[other] !== chosen[other])) continue;
      sums[group[kind]] = (sums[group[kind]] ?? 0) + group.count;
    }
    return sums;
  }
}

const kinds = ["status", "priority", "assignee"] as const;
type Kind = (typeof kinds)[number];

/** Conversations that are alike in what is chosen from; `none` has those that nobody has. */
type Group = Record<Kind, string> & { count: number };

function noneOf<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>; // one for each
}

/** One reading tells of all three. */
async function readGroups(db: Db, wanted: InboxWanted): Promise<Group[]> {
  const { status: _, priority: _priority, assigneeId: _assignee, ...filter } = wanted.filter;
  const rows = await selectInbox(db, { ...wanted, filter })
    .groupBy(["threads.status", "threads.assigneeId", "threads.priority"])
    .select(({ fn }) => [
      ...(["threads.status", "threads.assigneeId", "threads.priority"] as const),
      fn.countAll<number>().as("count"),
    ])
    .execute();
  return rows.map(({ status, assigneeId, priority, count }) => ({
    ...{ status, count, assignee: assigneeId ?? "none" },
    priority: priorities[priority] ?? "none",
  }));
}

/**
 * From the conversations to their labels, which SQLite keeps to in a cross join: the other way round it reads the row of each
 * conversation that has one, which takes three times as long.
 */
function readLabels(db: Db, wanted: InboxWanted): Promise<{ labelId: string; count: number }[]> {
  const { labelId: _, ...filter } = wanted.filter;
  return selectInbox(db, { ...wanted, filter })
    .crossJoin("threadLabels")
    .whereRef("threadLabels.organizationId", "=", "threads.organizationId")
    .whereRef("threadLabels.threadId", "=", "threads.id")
    .groupBy("threadLabels.labelId")
    .select(({ fn }) => ["threadLabels.labelId", fn.countAll<number>().as("count")])
    .execute();
}
