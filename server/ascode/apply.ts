import { getAgent, updateAgent } from "../../shared/contract/agents/agents.ts";
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
import { toPortable } from "./agentYaml.ts";
import type { AgentCode } from "./agentYaml.ts";
import type { Difference } from "./compare.ts";
import type { Target } from "./target.ts";

/** All that a file has comes along; sources wait for somebody to sync them. */
const everything = { look: true, sources: true, testCases: true, readsTexts: false };

/** Makes a new agent of a file, and gives its id there. */
export async function makeAgent(target: Target, code: AgentCode): Promise<string> {
  const { data } = await target.call(sendImport, { body: { data: { file: toPortable(code) } } });
  const params = { exportId: data.exportId };
  const made = await target.call(importAgent, { params, body: { data: everything } });
  return made.data.id;
}

/** Makes each difference on the server; gives sentences for what has to be done by hand. */
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
        `${one.part} "${one.name}" has to be ${one.kind === "extra" ? "deleted" : "changed"} in the console.`,
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

/** Null for what no call can do without what a file does not have. */
async function applyOne(target: Target, at: At, difference: Difference): Promise<unknown> {
  const { part } = difference;
  if (part === "agent" || part === "look") return true;
  if (part === "sources") return applySource(target, at, difference);
  if (part === "tests") return applyTest(target, at, difference);
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

/** A secret that is there stays: the file has none. */
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
