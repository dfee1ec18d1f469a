import type { Graph } from "../../shared/domain/workflows/graph.ts";
import type { Trigger } from "../../shared/domain/workflows/triggers.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { hasAgent } from "../agents/find.ts";
import type { ContactRow, ThreadRow } from "../conversations/tables.ts";
import type { Db, Tx } from "../database/store.ts";
import type { MemberCaller } from "../requests/handle.ts";
import type { WorkflowRow, WorkflowRunRow } from "./tables.ts";

export interface WorkflowKey {
  organizationId: string;
  workflowId: string;
}

type Seeing = Pick<MemberCaller, "organizationId" | "agentIds">;

/** A workflow of the caller's organization; one of an agent that a key is not for is as unknown as one that is not there. */
export async function findWorkflow(db: Db, caller: Seeing, workflowId: string): Promise<WorkflowRow> {
  return seen(caller, await selectWorkflow(db, caller, workflowId).executeTakeFirst());
}

/** The same, held until the transaction ends. */
export async function lockWorkflow(tx: Tx, caller: Seeing, workflowId: string): Promise<WorkflowRow> {
  return seen(caller, await selectWorkflow(tx, caller, workflowId).forUpdate().executeTakeFirst());
}

function selectWorkflow(db: Db, { organizationId }: Seeing, workflowId: string) {
  return db
    .selectFrom("workflows")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", workflowId);
}

function seen({ agentIds }: Seeing, row: WorkflowRow | undefined): WorkflowRow {
  if (!row || !maySee(agentIds, row.agentId)) throw new AppError("not_found");
  return row;
}

/** Whether a key that is limited to some agents is for this one; those of the organization are for none of them. */
export function maySee(agentIds: readonly string[] | null, agentId: string | null): boolean {
  return agentIds === null || (agentId !== null && agentIds.includes(agentId));
}

/** A run of a workflow that was found. */
export async function findRun(
  db: Db,
  { organizationId, id }: WorkflowRow,
  runId: string,
): Promise<WorkflowRunRow> {
  const row = await db
    .selectFrom("workflowRuns")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", runId)
    .where("workflowId", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

/** Refuses an agent that is not the organization's, or not the key's. */
export async function refuseForeignAgent(
  db: Db,
  { organizationId, agentIds }: Seeing,
  agentId: string | null,
): Promise<void> {
  if (!maySee(agentIds, agentId)) throw new AppError("not_found");
  if (agentId !== null && !(await hasAgent(db, { organizationId, agentId }))) throw new AppError("not_found");
}

export function readGraph({ graph }: { graph: string }): Graph {
  return JSON.parse(graph) as Graph; // written after the contract's check
}

export function readTrigger({ trigger }: { trigger: string }): Trigger {
  return JSON.parse(trigger) as Trigger; // written after the contract's check
}

export interface Published {
  agentId: string | null;
  version: number;
  graph: Graph;
  trigger: Trigger;
}

/** What of a workflow is published and on; null where nothing is. */
export async function findPublished(
  db: Db,
  { organizationId, workflowId }: WorkflowKey,
): Promise<Published | null> {
  const row = await db
    .selectFrom("workflows")
    .innerJoin("workflowVersions", (join) =>
      join
        .onRef("workflowVersions.organizationId", "=", "workflows.organizationId")
        .onRef("workflowVersions.workflowId", "=", "workflows.id")
        .onRef("workflowVersions.version", "=", "workflows.version"),
    )
    .select([
      "workflows.agentId",
      "workflowVersions.version",
      "workflowVersions.graph",
      "workflowVersions.trigger",
    ])
    .where("workflows.organizationId", "=", organizationId)
    .where("workflows.id", "=", workflowId)
    .where("workflows.enabled", "=", 1)
    .where("workflows.pausedAt", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  return { agentId: row.agentId, version: row.version, graph: readGraph(row), trigger: readTrigger(row) };
}

export async function findContactRow(
  db: Db,
  { organizationId, contactId }: ThreadRow,
): Promise<ContactRow | null> {
  const row = await db
    .selectFrom("contacts")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", contactId)
    .executeTakeFirst();
  return row ?? null;
}

/** The assignee of a conversation, by name. */
export async function nameOfHolder(db: Db, { assigneeId }: ThreadRow): Promise<string> {
  if (assigneeId === null) return "your team";
  const user = await db
    .selectFrom("users")
    .select(["firstName", "lastName"])
    .where("id", "=", assigneeId)
    .executeTakeFirst();
  return user ? `${user.firstName} ${user.lastName}`.trim() : "your team";
}
