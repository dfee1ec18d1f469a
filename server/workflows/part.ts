import type { WorkflowsPiece } from "../../shared/contract/agents/portable.ts";
import { maxWorkflows } from "../../shared/domain/workflows/limits.ts";
import type { Graph, Step } from "../../shared/domain/workflows/graph.ts";
import { mapFiles } from "../../shared/domain/workflows/steps.ts";
import type { AgentKey, AgentPart } from "../agents/parts.ts";
import type { Db, Tx } from "../database/store.ts";
import { forgetPositions } from "../live/positions.ts";
import { workflowFollower } from "./deps.ts";
import type { WorkflowDeps } from "./deps.ts";
import { readGraph, readTrigger } from "./find.ts";
import { deleteWorkflows, insertWorkflow, newWorkflow } from "./save.ts";
import type { WorkflowRow } from "./tables.ts";

/** What workflows have to do with an agent's life: a file and a copy have their drafts, and they go with it. */
export function workflowsPart(deps: Pick<WorkflowDeps, "jobs">): AgentPart {
  return {
    name: "workflows",
    async exportPieces(db, agent, { skills: isWanted }) {
      if (!isWanted) return {};
      const workflows = (await listOf(db, agent)).map(readDraft).map(toPortable);
      return workflows.length > 0 ? { workflows: { workflows } } : {};
    },
    async take(tx, { organizationId, agentId, now }, { workflows }) {
      // An agent whose draft a file replaces keeps its own, which may run.
      const names = new Set((await listOf(tx, { organizationId, agentId })).map(({ name }) => name));
      const others = (workflows?.workflows ?? []).filter(({ name }) => !names.has(name));
      // A file that somebody wrote may name what is not theirs.
      await add(tx, { organizationId, agentId }, { list: others.map(toPortable), now });
    },
    async share(tx, { organizationId, from, to, choice }, { now }) {
      if (!choice.skills) return;
      const list = (await listOf(tx, { organizationId, agentId: from })).map(readDraft);
      await add(tx, { organizationId, agentId: to }, { list, now });
    },
    // Nothing new starts; waiting runs end at their next check.
    async hide(tx, { organizationId, agentId }) {
      await tx
        .updateTable("workflows")
        .set({ enabled: 0, startsBy: null, nextRunAt: null })
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .execute();
    },
    async remove(tx, agent) {
      const { organizationId, agentId } = agent;
      const ids = (await listOf(tx, agent)).map(({ id }) => id);
      await deleteWorkflows(deps, tx, { organizationId, ids });
      await tx
        .deleteFrom("sentFiles")
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .execute();
      await forgetPositions(tx, { organizationId, follower: workflowFollower, agentId });
    },
  };
}

function listOf(db: Db, { organizationId, agentId }: AgentKey): Promise<WorkflowRow[]> {
  return db
    .selectFrom("workflows")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .orderBy("id")
    .execute();
}

type Portable = WorkflowsPiece["workflows"][number];

function readDraft(row: WorkflowRow): Portable {
  const { name, description } = row;
  return { name, description, trigger: readTrigger(row), graph: readGraph(row) };
}

/** IDs of people, teams, files and other workflows mean nothing elsewhere. */
function toPortable(draft: Portable): Portable {
  return { ...draft, graph: { ...draft.graph, steps: draft.graph.steps.map(withoutIds) } };
}

function withoutIds(step: Step): Step {
  switch (step.kind) {
    case "say":
      // A problem of the step says by name which file to choose again.
      return { ...step, config: mapFiles(step.config, (file) => ({ ...file, fileId: "" })) };
    case "approval":
      return { ...step, config: { ...step.config, memberIds: [] } };
    case "assign":
      return { ...step, config: { memberId: "", teamId: "" } };
    case "workflow":
      return { ...step, config: { ...step.config, workflowId: "" } };
    default:
      return step;
  }
}

/** Adds drafts, as many as the organization still has room for. */
async function add(
  tx: Tx,
  { organizationId, agentId }: AgentKey,
  {
    list,
    now,
  }: {
    list: readonly { name: string; description: string; trigger: Portable["trigger"]; graph: Graph }[];
    now: number;
  },
): Promise<void> {
  if (list.length === 0) return;
  const { count } = await tx
    .selectFrom("workflows")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organizationId", "=", organizationId)
    .executeTakeFirstOrThrow();
  const rows = list
    .slice(0, Math.max(0, maxWorkflows - Number(count)))
    .map((draft) => newWorkflow({ organizationId, agentId }, draft, { by: null, now }));
  for (const row of rows) await insertWorkflow(tx, row);
}
