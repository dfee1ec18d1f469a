import { findProblems } from "../../shared/domain/workflows/findProblems.ts";
import type { Known, Problem } from "../../shared/domain/workflows/findProblems.ts";
import type { Graph, Step } from "../../shared/domain/workflows/graph.ts";
import type { Trigger } from "../../shared/domain/workflows/triggers.ts";
import { listAgentCollections } from "../actions/collections/find.ts";
import { listIntegrationRows } from "../actions/integrations/stored.ts";
import type { Db } from "../database/store.ts";
import { findExpressionProblem } from "./running/expressions.ts";
import { findCronProblem } from "./triggers/schedule.ts";

interface Checked {
  organizationId: string;
  agentId: string | null;
  graph: Graph;
  trigger: Trigger;
}

/** Finds all that is wrong with a draft, with what it can refer to now. */
export async function listProblems(
  db: Db,
  { graph, trigger, ...owner }: Checked,
  listSkills: (agent: { organizationId: string; agentId: string }) => Promise<string[]>,
): Promise<Problem[]> {
  const known = await listKnown(db, owner, listSkills);
  return [
    ...findTriggerProblems(trigger),
    ...(await findServiceProblems(db, { trigger, ...owner })),
    ...findProblems(graph, { trigger: trigger.kind, known }),
    ...graph.steps.flatMap(findExpressionProblems),
  ];
}

function findTriggerProblems(trigger: Trigger): Problem[] {
  const message = trigger.kind === "schedule" ? findCronProblem(trigger) : null;
  if (message === null) return [];
  return [{ kind: "bad_expression", stepId: null, field: "cron", message, blocks: true }];
}

/** Connections are an agent's, and its workflows know them by name. */
async function findServiceProblems(
  db: Db,
  { organizationId, agentId, trigger }: Omit<Checked, "graph">,
): Promise<Problem[]> {
  if (trigger.kind !== "service") return [];
  const about = { kind: "unknown_reference", stepId: null, field: "connection" } as const;
  if (agentId === null)
    return [
      { ...about, message: "Only an agent’s workflows can start with a connected service.", blocks: true },
    ];
  const rows = await listIntegrationRows(db, { organizationId, agentId });
  const isThere = rows.some(({ nameKey }) => nameKey === trigger.connection.toLowerCase());
  if (isThere) return [];
  return [{ ...about, message: `There is no connection called “${trigger.connection}”.`, blocks: false }];
}

function findExpressionProblems(step: Step): Problem[] {
  return listExpressions(step).flatMap(({ field, expression }): Problem[] => {
    const message = expression.trim() === "" ? null : findExpressionProblem(expression);
    if (message === null) return [];
    return [{ kind: "bad_expression", stepId: step.id, field, message, blocks: true }];
  });
}

function listExpressions({ kind, config }: Step): { field: string; expression: string }[] {
  switch (kind) {
    case "loop":
      return [{ field: "list", expression: config.list }];
    case "end":
      return [{ field: "expression", expression: config.expression }];
    case "set":
      return config.values.map(({ expression }) => ({ field: "values", expression }));
    default:
      return [];
  }
}

async function listKnown(
  db: Db,
  { organizationId, agentId }: Pick<Checked, "organizationId" | "agentId">,
  listSkills: (agent: { organizationId: string; agentId: string }) => Promise<string[]>,
): Promise<Known> {
  const workflows = await db
    .selectFrom("workflows")
    .select("id")
    .where("organizationId", "=", organizationId)
    // An agent's workflows run those of the agent and of the organization.
    .$if(agentId !== null, (query) =>
      query.where((row) => row.or([row("agentId", "=", agentId), row("agentId", "is", null)])),
    )
    .execute();
  const members = await db
    .selectFrom("members")
    .select("userId")
    .where("organizationId", "=", organizationId)
    .execute();
  const teams = await db
    .selectFrom("userGroups")
    .select("id")
    .where("organizationId", "=", organizationId)
    .execute();
  const own = agentId === null ? null : { organizationId, agentId };
  return {
    workflows: workflows.map(({ id }) => id),
    members: members.map(({ userId }) => userId),
    teams: teams.map(({ id }) => id),
    ...(own && {
      skills: await listSkills(own),
      collections: (await listAgentCollections(db, own)).map(({ name }) => name),
    }),
  };
}
