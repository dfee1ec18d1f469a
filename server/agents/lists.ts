import type { Db } from "../database/store.ts";
import type { AgentRow } from "./tables.ts";

export interface AgentsWanted {
  organizationId: string;
  /** Only of these, as an API key may be limited; null for all. */
  only: readonly string[] | null;
  page: number;
  limit: number;
}

/** A page of the organization's agents, newest first, and how many there are. */
export async function listAgentRows(
  db: Db,
  { organizationId, only, page, limit }: AgentsWanted,
): Promise<{ rows: AgentRow[]; total: number }> {
  const found = db
    .selectFrom("agents")
    .where("organizationId", "=", organizationId)
    .$if(only !== null, (query) => query.where("id", "in", [...(only ?? [])]));
  const rows = await found
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await found
    .select((row) => row.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Which of these are agents of the organization. */
export async function findOwnAgents(
  db: Db,
  organizationId: string,
  agentIds: readonly string[],
): Promise<string[]> {
  const only = [...new Set(agentIds)];
  if (only.length === 0) return [];
  const { rows } = await listAgentRows(db, { organizationId, only, page: 1, limit: only.length });
  return rows.map(({ id }) => id);
}

/** The organization's agents by age, without the `first` oldest. */
export async function listAgentsBeyond(db: Db, organizationId: string, first: number): Promise<string[]> {
  const rows = await db
    .selectFrom("agents")
    .select("id")
    .where("organizationId", "=", organizationId)
    .orderBy("createdAt")
    .orderBy("id")
    // SQLite knows no offset without a limit.
    .limit(mostAgents)
    .offset(first)
    .execute();
  return rows.map(({ id }) => id);
}

/** No organization has more. */
const mostAgents = 1_000_000;
