import { isOffered } from "../../../shared/domain/skillOffers.ts";
import { canBeAsked } from "../../actions/mcp/toolInputs.ts";
import type { Skills } from "../../actions/skills/createSkills.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import type { Question } from "../question.ts";
import type { AnswerRecord } from "../record.ts";
import type { ProposedAction } from "./planUse.ts";

/** What answers ask of skills. */
export type AnswerSkills = Pick<Skills, "list" | "read" | "listEffects" | "findSignIn" | "prepare">;

/** Lists the skills of an answer. The team itself sends a draft, and of what was decided on nothing more is done. */
export async function listSkills(skills: AnswerSkills, asked: Question): Promise<StoredSkill[]> {
  if (asked.isDraft || asked.done) return [];
  const list = (await skills.list(asked.agent)).filter((skill) => isOffered(skill, asked.asker));
  if (!list.some(isHandover) || (await asked.offersPerson?.())) return list;
  return list.filter((skill) => !isHandover(skill));
}

/** Whether a skill gives the conversation to the team. */
export function isHandover({ config }: StoredSkill): boolean {
  return config.kind === "handover";
}

/** Keeps what is proposed with the answer; a hand-over for which nothing is asked comes with its end. */
export function proposeIn(record: AnswerRecord): (action: ProposedAction) => void {
  return (action) => {
    record.actions.push(action);
    if (isHandover(action.skill) && action.fields.length === 0) record.handsOver = true;
  };
}

/** What a form can't ask for only language models can give, and which row is to be changed nobody knows by its number. */
export function mayBePicked({ config }: StoredSkill): boolean {
  if (config.kind === "collection") return config.does === "add";
  return config.kind !== "mcp" || canBeAsked(config.inputSchema);
}
