import { AppError, errorTable } from "../../shared/errors/errors.ts";
import { statement } from "../database/statement.ts";
import type { Db, Tx } from "../database/store.ts";
import { findAnsweringAgent, type AnsweringAgent } from "../agents/find.ts";
import type { AgentKey } from "../agents/parts.ts";
import { isNullOriginAllowed, isOriginAllowed, nullOrigin } from "./origins.ts";
import { readDomains } from "./present.ts";
import type { SurfaceRow } from "./tables.ts";

/** An agent's surface of this type; `not_found` for a foreign agent as for a missing one. */
export async function findSurface(db: Db, key: SurfaceKey): Promise<SurfaceRow> {
  const { organizationId, agentId, type } = key;
  const [row] = await selectKnown(db, { organizationId, agentId, type });
  return needed(row);
}

const selectKnown = statement(selectSurface);

/** Finds the surface and holds it until the transaction ends. */
export async function lockSurface(tx: Tx, key: SurfaceKey): Promise<SurfaceRow> {
  return needed(await selectSurface(tx, key).forUpdate().executeTakeFirst());
}

type SurfaceKey = AgentKey & { type: string };

function selectSurface(db: Db, { organizationId, agentId, type }: SurfaceKey) {
  return db
    .selectFrom("surfaces")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "=", type as SurfaceRow["type"]); // compared only; an unknown type finds nothing
}

function needed(row: SurfaceRow | undefined): SurfaceRow {
  if (!row) throw new AppError("not_found");
  return row;
}

/** The surface that a public token names, with the agent that visitors reach there. */
export async function findByToken(
  db: Db,
  token: string,
): Promise<{ row: SurfaceRow; agent: AnsweringAgent }> {
  const row = await db.selectFrom("surfaces").selectAll().where("token", "=", token).executeTakeFirst();
  if (!row) throw new AppError("bad_token");
  const agent = await findAnsweringAgent(db, row, { preview: false });
  if (!agent) throw new AppError("bad_token");
  return { row, agent };
}

/** Refuses a surface that is off, an agent that is paused, and a page that may not show it; null is our own page. */
export function checkOpen({
  row,
  agent,
  origin,
}: {
  row: SurfaceRow;
  agent: AnsweringAgent;
  origin: string | null;
}): void {
  if (row.enabled !== 1 || agent.status !== "live") throw new AppError("surface_disabled");
  if (origin === null) return;
  const domains = readDomains(row);
  const isAllowed =
    origin === nullOrigin
      ? isNullOriginAllowed(domains, row.allowsNullOrigin === 1)
      : isOriginAllowed(origin, domains);
  if (!isAllowed) throw new AppError("origin_not_allowed");
}

/** Whether an organization's plan lets this agent meet visitors now. */
export type HasPlan = (organizationId: string, agentId: string) => Promise<boolean>;

/** Refuses visitors of an agent for which there is no plan; what it costs is nothing that they should read about. */
export async function checkPlan(
  hasPlan: HasPlan,
  { organizationId, agentId }: { organizationId: string; agentId: string },
): Promise<void> {
  if (await hasPlan(organizationId, agentId)) return;
  throw new AppError("plan_limit", { message: errorTable.surface_disabled.message });
}
