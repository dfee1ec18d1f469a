import { getAgent, updateAgent } from "../../shared/contract/agents/agents.ts";
import type { WorkflowsPiece } from "../../shared/contract/agents/portable.ts";
import { importAgent, sendImport } from "../../shared/contract/agents/templates.ts";
import {
  createTestCase,
  listTestCases,
  removeTestCase,
  updateTestCase,
} from "../../shared/contract/evaluation/evaluation.ts";
import {
  createDataSource,
  listDataSources,
  removeDataSource,
  updateDataSource,
} from "../../shared/contract/knowledge/knowledge.ts";
import { createSkill, listSkills, removeSkill, updateSkill } from "../../shared/contract/skills/skills.ts";
import { getWidget, updateWidget } from "../../shared/contract/surfaces/surfaces.ts";
import {
  createWorkflow,
  getWorkflow,
  listWorkflows,
  removeWorkflow,
  updateWorkflow,
} from "../../shared/contract/workflows/workflows.ts";
import { filesOf, mapFiles } from "../../shared/domain/workflows/steps.ts";
import { toPortable } from "./agentYaml.ts";
import type { AgentCode } from "./agentYaml.ts";
import type { Difference } from "./compare.ts";
import type { Target } from "./target.ts";

/** Imports everything in the file. Sources are not synced. */
const everything = { look: true, sources: true, testCases: true, readsTexts: false };

/** Creates an agent from a file and gives its ID on the server. */
export async function makeAgent(target: Target, code: AgentCode): Promise<string> {
  const { data } = await target.call(sendImport, { body: { data: { file: toPortable(code) } } });
  const params = { exportId: data.exportId };
  const made = await target.call(importAgent, { params, body: { data: everything } });
  return made.data.id;
}

/** Applies each difference on the server. Gives a sentence for each one that has to be done by hand. */
export async function applyDifferences(
  target: Target,
  { agentId, found, prunes }: { agentId: string; found: readonly Difference[]; prunes: boolean },
): Promise<string[]> {
  const at = { productId: agentId };
  await applySettings(target, at, pick(found, "agent"));
  await applyLook(target, at, pick(found, "look"));
  const left: string[] = [];
  for (const one of found) {
    if (one.kind === "extra" && !prunes) continue;
    const isDone = (await applyOne(target, at, one)) !== null;
    if (!isDone)
      left.push(
        `${one.part} "${one.name}" can't be ${one.kind === "extra" ? "deleted" : "changed"} here. Use the console.`,
      );
  }
  return left;
}

interface At {
  productId: string;
}

function pick(found: readonly Difference[], part: "agent" | "look"): Record<string, unknown> {
  return Object.fromEntries(found.filter((one) => one.part === part).map(({ name, to }) => [name, to]));
}

async function applySettings(target: Target, params: At, changes: Record<string, unknown>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  const { data } = await target.call(getAgent, { params });
  const configuration = { ...data.configuration, ...changes };
  await target.call(updateAgent, { params, body: { data: { revision: data.revision, configuration } } });
}

async function applyLook(target: Target, params: At, changes: Record<string, unknown>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  const { data } = await target.call(getWidget, { params });
  const { revision, enabled, allowedDomains, allowsNullOrigin } = data;
  const settings = { ...data.settings, ...changes };
  const body = { data: { revision, enabled, allowedDomains, allowsNullOrigin, settings } };
  await target.call(updateWidget, { params, body });
}

const all = { limit: "100" };
const confirmed = { confirmed: "true" };

/** Null where the file lacks what the call needs. */
async function applyOne(target: Target, at: At, difference: Difference): Promise<unknown> {
  const { part } = difference;
  if (part === "agent" || part === "look") return true;
  if (part === "sources") return applySource(target, at, difference);
  if (part === "tests") return applyTest(target, at, difference);
  if (part === "workflows") return applyWorkflow(target, at, difference);
  return part === "skills" ? applySkill(target, at, difference) : null;
}

async function applySource(target: Target, at: At, { kind, name, to }: Difference): Promise<unknown> {
  const data = to as never; // held to the contract by readAgentYaml, and by the server
  if (kind === "add") return target.call(createDataSource, { params: at, body: { data } });
  const { items } = await target.call(listDataSources, { params: at, query: all });
  const id = items.find((one) => one.name === name)?.id;
  if (id === undefined) return null;
  const params = { ...at, datasourceId: id };
  if (kind === "extra") return (await target.call(removeDataSource, { params, query: confirmed }), true);
  return target.call(updateDataSource, { params, body: { data } });
}

async function applyTest(target: Target, at: At, { kind, name, to }: Difference): Promise<unknown> {
  const { origin: _origin, ...given } = { ...(to as Record<string, unknown> | undefined) };
  const body = { data: given as never }; // as above
  if (kind === "add") return target.call(createTestCase, { params: at, body });
  for (let page = 1; ; page += 1) {
    const { items } = await target.call(listTestCases, { params: at, query: { ...all, page: String(page) } });
    const caseId = items.find(({ question }) => question === name)?.id;
    if (caseId === undefined && items.length > 0) continue;
    if (caseId === undefined) return null;
    const params = { ...at, caseId };
    if (kind === "extra") return (await target.call(removeTestCase, { params, query: confirmed }), true);
    return target.call(updateTestCase, { params, body });
  }
}

/** Secrets on the server stay, because files have none. */
async function applySkill(target: Target, at: At, { kind, name, to }: Difference): Promise<unknown> {
  const draft = to as object | undefined;
  if (kind === "add") return target.call(createSkill, { params: at, body: { data: draft as never } }); // as above
  const { items } = await target.call(listSkills, { params: at });
  const skill = items.find((one) => one.name === name);
  if (!skill) return null;
  if (kind === "extra")
    return (
      await target.call(removeSkill, { params: { ...at, skillId: skill.id }, query: confirmed } as never),
      true
    );
  const data = { ...draft, id: skill.id, updatedAt: skill.updatedAt };
  return target.call(updateSkill, { params: at, body: { data: data as never } }); // as above
}

/** Changes drafts only. Members publish them in the console. */
async function applyWorkflow(
  target: Target,
  { productId }: At,
  { kind, name, to }: Difference,
): Promise<unknown> {
  const draft = to as WorkflowDraft; // held to the contract by readAgentYaml
  if (kind === "add")
    return target.call(createWorkflow, { body: { data: { ...draft, agentId: productId } } });
  const { items } = await target.call(listWorkflows, { query: { ...all, agentId: productId } });
  const workflowId = items.find((one) => one.name === name)?.id;
  if (workflowId === undefined) return null;
  const params = { workflowId };
  if (kind === "extra") return (await target.call(removeWorkflow, { params, query: confirmed }), true);
  const { data: live } = await target.call(getWorkflow, { params });
  const steps = draft.graph.steps.map((step) => keepIds(step, live.graph.steps));
  const data = { ...draft, graph: { ...draft.graph, steps }, revision: live.revision };
  return target.call(updateWorkflow, { params, body: { data } });
}

type WorkflowDraft = WorkflowsPiece["workflows"][number];
type Step = WorkflowDraft["graph"]["steps"][number];

type SayStep = Extract<Step, { kind: "say" }>;

/** A file that is still called the same is the one that is there. */
function keepFiles({ config }: SayStep, before: SayStep): SayStep["config"] {
  const there = filesOf(before.config);
  return mapFiles(config, (file) => there.find(({ name }) => name === file.name) ?? file);
}

/** Files contain no IDs of members, teams and workflows, so a step keeps those that it has on the server. */
function keepIds(step: Step, live: readonly Step[]): Step {
  const before = live.find(({ id }) => id === step.id);
  if (step.kind === "approval" && before?.kind === "approval")
    return { ...step, config: { ...step.config, memberIds: before.config.memberIds } };
  if (step.kind === "say" && before?.kind === "say") return { ...step, config: keepFiles(step, before) };
  if (step.kind === "assign" && before?.kind === "assign") return { ...step, config: before.config };
  if (step.kind === "workflow" && before?.kind === "workflow")
    return { ...step, config: { ...step.config, workflowId: before.config.workflowId } };
  return step;
}
