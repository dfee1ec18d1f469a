import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { priorities, threadStatuses } from "../../../shared/contract/conversations/conversations.ts";
import type { ThreadCounts } from "../../../shared/contract/conversations/inbox/threadCounts.ts";
import { fitsChoices } from "../../../shared/domain/choiceFilter.ts";
import type { Db } from "../../database/store.ts";
import { languageOf, selectInbox } from "./inboxRows.ts";
import type { InboxWanted } from "./inboxRows.ts";

/** Gives how many conversations each choice of the main filters would show, with all the others as they are. */
export async function countChoices(db: Db, wanted: InboxWanted): Promise<ThreadCounts> {
  const { country: _, ...ofAnyCountry } = wanted.filter;
  const { language: _language, ...ofAnyLanguage } = wanted.filter;
  const { teamId: _team, ...ofAnyTeam } = wanted.filter;
  const [groups, labels, teams, countries, languages] = await Promise.all([
    readGroups(db, wanted),
    readLabels(db, wanted),
    countBy(db, { ...wanted, filter: ofAnyTeam }, sql.ref("threads.teamId")),
    countBy(db, { ...wanted, filter: ofAnyCountry }, sql.ref("threads.country")),
    countBy(db, { ...wanted, filter: ofAnyLanguage }, languageOf(db)),
  ]);
  const { status, priority, assigneeId, surface, resolution } = wanted.filter;
  const chosen: Record<Kind, string | undefined> = {
    ...{ status, priority, assignee: assigneeId },
    ...{ surface, resolution },
  };
  return {
    status: { ...noneOf(threadStatuses), ...sumBy("status") },
    priority: { ...noneOf(priorities), ...sumBy("priority") },
    ...{ assignees: sumBy("assignee"), teams },
    ...{ surfaces: sumBy("surface"), resolutions: sumBy("resolution") },
    labels: Object.fromEntries(labels.map(({ labelId, count }) => [labelId, count])),
    ...{ countries, languages },
  };

  function sumBy(kind: Kind): Record<string, number> {
    const others = kinds.filter((one) => one !== kind);
    const sums: Record<string, number> = {};
    for (const group of groups) {
      if (!others.every((other) => fitsChoices(chosen[other], (one) => one === group[other]))) continue;
      sums[group[kind]] = (sums[group[kind]] ?? 0) + group.count;
    }
    return sums;
  }
}

const kinds = ["status", "priority", "assignee", "surface", "resolution"] as const;
type Kind = (typeof kinds)[number];

/** Conversations that are alike in what is chosen from; `none` has those that have none. */
type Group = Record<Kind, string> & { count: number };

function noneOf<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>; // one for each
}

/** One reading tells of all of them. */
async function readGroups(db: Db, wanted: InboxWanted): Promise<Group[]> {
  const { status: _, priority: _priority, assigneeId: _assignee, ...others } = wanted.filter;
  const { surface: _surface, resolution: _resolution, ...filter } = others;
  const rows = await selectInbox(db, { ...wanted, filter })
    .groupBy(grouped)
    .select(({ fn }) => [...grouped, fn.countAll<number>().as("count")])
    .execute();
  return rows.map(({ status, priority, count, ...group }) => ({
    ...{ status, count, assignee: group.assigneeId ?? "none" },
    ...{ surface: group.surfaceType, resolution: group.resolution ?? "none" },
    priority: priorities[priority] ?? "none",
  }));
}

/** All in one index, and in its order: one more of another takes three times as long. */
const grouped = [
  ...(["threads.status", "threads.assigneeId", "threads.surfaceType"] as const),
  ...(["threads.priority", "threads.resolution"] as const),
] as const;

async function countBy(
  db: Db,
  wanted: InboxWanted,
  what: RawBuilder<unknown>,
): Promise<Record<string, number>> {
  const rows = await selectInbox(db, wanted)
    .groupBy(what)
    .select(({ fn }) => [what.$castTo<string | null>().as("what"), fn.countAll<number>().as("count")])
    .execute();
  return Object.fromEntries(rows.map(({ what: value, count }) => [value ?? "none", Number(count)]));
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
