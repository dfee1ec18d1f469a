import { sql } from "kysely";
import type { AgentUnread } from "../../../shared/contract/conversations/inbox/threadCounts.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import type {} from "../../live/tables.ts";

interface Asked {
  organizationId: string;
  userId: string;
}

/**
 * How many of an agent's conversations have something new for a member: what no member has read, unless they muted
 * it, or a note that names them.
 */
export async function countUnread(db: Db, { agentId, ...asked }: AgentKey & Asked): Promise<number> {
  return (await countByAgent(db, { ...asked, agentId })).get(agentId) ?? 0;
}

/** Gives what each agent of an organization has for a member; `only`: only of these, as an API key may be limited. */
export async function listUnread(
  db: Db,
  { only, ...asked }: Asked & { only: readonly string[] | null },
): Promise<AgentUnread[]> {
  const agents = db
    .selectFrom("agents")
    .where("agents.organizationId", "=", asked.organizationId)
    .$if(only !== null, (query) => query.where("agents.id", "in", [...(only ?? [])]));
  // First: what happens meanwhile comes after the number, and is heard of twice rather than never.
  const cursors = await agents
    .leftJoin("liveCounters as counter", (join) =>
      join
        .onRef("counter.organizationId", "=", "agents.organizationId")
        .onRef("counter.agentId", "=", "agents.id"),
    )
    .select(["agents.id as agentId", "counter.last as number"])
    .orderBy("agents.id")
    .execute();
  const [unread, theirs, named] = await Promise.all([
    countByAgent(db, asked),
    readTheirs(db, asked),
    countNaming(db, asked),
  ]);
  return cursors.map(({ agentId, number }) => {
    const { waiting = 0, ...held } = theirs.get(agentId) ?? {};
    const mark = [waiting, ...Object.values(held), named.get(agentId) ?? 0].join(" ");
    return { agentId, unread: unread.get(agentId) ?? 0, waiting, mark, number: number ?? 0 };
  });
}

/** The same of all the agents of an organization. */
export async function countAllUnread(db: Db, asked: Asked): Promise<number> {
  const agents = await listUnread(db, { ...asked, only: null });
  return agents.reduce((sum, { unread }) => sum + unread, 0);
}

/** By agent, without those that have nothing; with an agent that one alone. */
async function countByAgent(
  db: Db,
  { organizationId, agentId, userId }: Asked & { agentId?: string },
): Promise<Map<string, number>> {
  const named = db
    .selectFrom("mentions")
    .select("threadId")
    .where("organizationId", "=", organizationId)
    .$if(agentId !== undefined, (query) => query.where("agentId", "=", agentId ?? ""))
    .where("userId", "=", userId)
    .where("readAt", "is", null);
  const muted = db
    .selectFrom("mutedThreads")
    .select("threadId")
    .where("organizationId", "=", organizationId)
    .$if(agentId !== undefined, (query) => query.where("agentId", "=", agentId ?? ""))
    .where("userId", "=", userId);
  const hasNews = db
    .selectFrom("threads")
    .where("organizationId", "=", organizationId)
    .$if(agentId !== undefined, (query) => query.where("agentId", "=", agentId ?? ""))
    .where("preview", "=", 0)
    // Written out: with a parameter in its place SQLite would not know that its index has them all.
    .where("unread", ">", sql.lit(0))
    .groupBy("agentId")
    .select(({ fn }) => ["agentId", fn.countAll<number>().as("count")]);
  const hasNotes = db
    .selectFrom(named.distinct().as("note"))
    .crossJoin("threads")
    .where("organizationId", "=", organizationId)
    .whereRef("id", "=", "note.threadId")
    .where("preview", "=", 0)
    .where("unread", "=", 0)
    .groupBy("agentId")
    .select(({ fn }) => ["agentId", fn.countAll<number>().as("count")]);
  const [news, notes, silenced] = await Promise.all([
    hasNews.execute(),
    hasNotes.execute(),
    hasNews.where("id", "in", muted).where("id", "not in", named).execute(),
  ]);
  const sums = new Map<string, number>();
  const add = (rows: typeof news, sign: 1 | -1) => {
    for (const row of rows) sums.set(row.agentId, (sums.get(row.agentId) ?? 0) + sign * row.count);
  };
  add(news, 1);
  add(notes, 1);
  add(silenced, -1);
  return sums;
}

/** What people have in hand that is the member's, or nobody's yet, by agent: few, whatever else there is. */
async function readTheirs(db: Db, { organizationId, userId }: Asked) {
  const rows = await db
    .selectFrom("agents")
    // Crossed, SQLite reads them in this order: an agent's few by the index of its own, not all of the organization's.
    .crossJoin("threads")
    .where("agents.organizationId", "=", organizationId)
    .where("threads.organizationId", "=", organizationId)
    .whereRef("threads.agentId", "=", "agents.id")
    .where("threads.preview", "=", 0)
    .where("threads.status", "in", ["open", "pending"])
    .where("handledBy", "=", "human")
    .where(({ eb, or }) => or([eb("assigneeId", "is", null), eb("assigneeId", "=", userId)]))
    .groupBy("agents.id")
    .select(({ fn, ref, case: when }) => [
      "agents.id as agentId",
      fn
        .count<number>(when().when("assigneeId", "is", null).then(ref("personRequestedAt")).end())
        .as("waiting"),
      fn.count<number>("assigneeId").as("own"),
      fn.countAll<number>().as("all"),
      fn.count<number>(when().when("replyDue", "=", "overdue").then(1).end()).as("overdue"),
      fn.max("threads.lastActivityAt").as("newest"),
    ])
    .execute();
  return new Map(rows.map(({ agentId, ...theirs }) => [agentId, theirs]));
}

/** How many notes that name the member they have not read, by agent. */
async function countNaming(db: Db, { organizationId, userId }: Asked): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("mentions")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .where("readAt", "is", null)
    .groupBy("agentId")
    .select(({ fn }) => ["agentId", fn.countAll<number>().as("count")])
    .execute();
  return new Map(rows.map(({ agentId, count }) => [agentId, count]));
}
