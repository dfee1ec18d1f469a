import type { AnswerOf, BodyOf } from "../../../shared/contract/call.ts";
import { exportLeads } from "../../../shared/contract/conversations/exports/leadExports.ts";
import {
  createSkill,
  listSkillRuns,
  listSkills,
  readFieldOptions,
  readOpenapi,
  removeSkill,
  testSkill,
  updateSkill,
} from "../../../shared/contract/skills/skills.ts";
import type { ImportedSkills, Skill, SkillTestResult } from "../../../shared/contract/skills/skills.ts";
import { maxSkills } from "../../../shared/domain/skills.ts";
import { loadAgent } from "../agents/agents.ts";
import { client } from "../platform/client.ts";
import { createResource, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";
import type { AgentPlace } from "../shell/paths.ts";

export type SkillPage = AnswerOf<typeof listSkills>;
export type RunPage = AnswerOf<typeof listSkillRuns>;

/** A skill as it is typed, with its secret where one is given or removed. */
export type TypedSkill = BodyOf<typeof createSkill>["data"];
export type SkillTrial = BodyOf<typeof testSkill>["data"];

/** The skills of the agent that is open; all of them, for an agent has few. */
export const skills = createResource<Of<SkillPage>>();
/** A page of the runs of the skill that is open. */
export const skillRuns = createResource<Of<RunPage>>();

export function loadSkills(place: AgentPlace): Promise<void> {
  resetUnlessOf(skills, place.agentId);
  return load(skills, async () => {
    const found = await client.call(listSkills, { params: paramsOf(place), query: { limit: maxSkills } });
    return { of: place.agentId, ...found };
  });
}

export async function makeSkill(place: AgentPlace, data: TypedSkill): Promise<Skill> {
  const { data: made } = await client.call(createSkill, { params: paramsOf(place), body: { data } });
  await readDraft(place);
  return made;
}

/** Changes a skill that nobody saved since it was read; refused with `conflict` otherwise. */
export async function changeSkill(
  place: AgentPlace,
  data: BodyOf<typeof updateSkill>["data"],
): Promise<Skill> {
  const { data: changed } = await client.call(updateSkill, { params: paramsOf(place), body: { data } });
  await readDraft(place);
  return changed;
}

export async function deleteSkill(place: AgentPlace, skillId: string): Promise<void> {
  const params = { ...paramsOf(place), skillId };
  await client.call(removeSkill, { params, query: { confirmed: "true" } });
  await readDraft(place);
}

export async function trySkill(place: AgentPlace, data: SkillTrial): Promise<SkillTestResult> {
  return (await client.call(testSkill, { params: paramsOf(place), body: { data } })).data;
}

/** The options that an address gives for a field now. */
export async function tryOptions(
  place: AgentPlace,
  data: BodyOf<typeof readFieldOptions>["data"],
): Promise<readonly string[]> {
  const read = await client.call(readFieldOptions, { params: paramsOf(place), body: { data } });
  return read.data.options;
}

/** Reads an OpenAPI document as skills that can be added. */
export async function readDocument(
  place: AgentPlace,
  data: BodyOf<typeof readOpenapi>["data"],
): Promise<ImportedSkills> {
  return (await client.call(readOpenapi, { params: paramsOf(place), body: { data } })).data;
}

export function loadSkillRuns(
  place: AgentPlace,
  { skillId, page }: { skillId: string; page: number },
): Promise<void> {
  resetUnlessOf(skillRuns, skillId);
  return load(skillRuns, async () => {
    const params = { ...paramsOf(place), skillId };
    return { of: skillId, ...(await client.call(listSkillRuns, { params, query: { page } })) };
  });
}

/** Gives the address at which what visitors wrote in a form is saved as CSV. */
export async function askForLeads(place: AgentPlace, skillId: string): Promise<string> {
  return (await client.call(exportLeads, { params: { ...paramsOf(place), skillId } })).data.url;
}

/** The list, and the agent, whose draft is now ahead of what is public. What can't be read is shown as it was. */
async function readDraft(place: AgentPlace): Promise<void> {
  await Promise.all([loadSkills(place), loadAgent(place).catch(() => undefined)]);
}

function paramsOf({ orgId, agentId }: AgentPlace): { orgId: string; productId: string } {
  return { orgId, productId: agentId };
}
