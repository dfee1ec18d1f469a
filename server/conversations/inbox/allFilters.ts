import type { AllThreadFilters } from "../../../shared/contract/conversations/inbox/allThreads.ts";
import { isQueued, queues } from "../../../shared/domain/queues.ts";
import type { Queue } from "../../../shared/domain/queues.ts";
import type { Db } from "../../database/store.ts";
import { listFieldRows, presentField } from "./customFields.ts";
import { listPeople, listTeams, readGroups } from "./filters.ts";
import { countInboxRows } from "./inboxRows.ts";
import { presentLabel } from "./labels.ts";
import { listUnread } from "./unread.ts";

interface Asked {
  organizationId: string;
  agentId: readonly string[];
  /** Whose queues are counted. */
  userId: string;
  now: number;
}

/** Gives what the conversations of these agents can be filtered by, and how many are in each queue of a member. */
export async function readAllFilters(
  db: Db,
  { organizationId, agentId, userId, now }: Asked,
): Promise<AllThreadFilters> {
  const count = (queue: Queue) => countInboxRows(db, { organizationId, userId, agentId, filter: { queue } });
  const [groups, mentions, due, approvals, unread, people, teams, labels, fields] = await Promise.all([
    readGroups(db, { organizationId, agentId }),
    ...([count("mentions"), count("due"), count("approvals")] as const),
    listUnread(db, { organizationId, userId, only: agentId }),
    listPeople(db, { organizationId, now }),
    listTeams(db, organizationId),
    db
      .selectFrom("labels")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("agentId", "in", [...agentId, ""])
      .orderBy("nameKey")
      .orderBy("id")
      .execute(),
    listFieldRows(db, organizationId),
  ]);
  const countOf = (queue: Queue) =>
    groups.filter((group) => isQueued(queue, group, userId)).reduce((sum, { count: one }) => sum + one, 0);
  const counted = Object.fromEntries(
    queues.map((queue) => [queue, countOf(queue)]),
  ) as AllThreadFilters["queues"]; // one for each
  return {
    queues: { ...counted, mentions, due, approvals },
    unread: unread.reduce((sum, one) => sum + one.unread, 0),
    surfaces: [...new Set(groups.map(({ surfaceType }) => surfaceType))].toSorted(),
    ...{ people, teams },
    labels: labels.map((row) => ({ ...presentLabel(row), agentId: row.agentId })),
    customFields: fields.map(presentField).filter(({ isArchived }) => !isArchived),
  };
}
