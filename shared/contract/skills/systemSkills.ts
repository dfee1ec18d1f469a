import * as v from "valibot";
import { systemSkillCategories } from "../../domain/skills.ts";
import type { SystemSkillCategory } from "../../domain/skills.ts";
import { call } from "../call.ts";
import { data, id, list, paging } from "../shapes.ts";
import { skillDraft } from "./skills.ts";

const categories = Object.keys(systemSkillCategories) as SystemSkillCategory[]; // keys of a literal object

/** A ready-made skill, which a team adds to an agent and makes its own. */
export const systemSkill = v.object({
  id,
  title: v.string(),
  /** What it does for visitors and the team. */
  description: v.string(),
  category: v.picklist(categories),
  /** What has to be filled in before it can be saved and used, in words; nothing where it works as it is. */
  needs: v.array(v.string()),
  draft: skillDraft,
});
export type SystemSkill = v.InferOutput<typeof systemSkill>;

/** A skill of an agent's draft that was made from a system skill. */
export const skillMapping = v.object({
  agentId: id,
  skillId: id,
  systemSkillId: id,
  enabled: v.boolean(),
});

const base = "/v1/org/{orgId}/skills" as const;
const reads = { member: "skills.read" } as const;

export const listSystemSkills = call({
  family: "account",
  method: "GET",
  path: base,
  who: reads,
  // They are the product's own, the same for everybody.
  forKeys: "filtered",
  summary: "Lists the ready-made skills that agents can be given.",
  query: paging,
  answer: list(systemSkill),
});

export const listSkillMappings = call({
  family: "account",
  method: "GET",
  path: `${base}/mappings`,
  who: reads,
  forKeys: "filtered",
  summary: "Lists which agents' drafts have which system skills.",
  query: paging,
  answer: list(skillMapping),
});

export const getSystemSkill = call({
  family: "account",
  method: "GET",
  path: `${base}/{systemSkillId}`,
  who: reads,
  forKeys: "filtered",
  summary: "Returns a ready-made skill.",
  answer: data(systemSkill),
});
