import type { Skills } from "../../actions/skills/createSkills.ts";
import { renderOutcome } from "../../actions/skills/renderOutcome.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import type { ActionWords } from "../../languages/language.ts";
import { languages } from "../../languages/languages.ts";
import { chooseLanguage } from "../functionWords.ts";
import type { DoneAction, Question } from "../question.ts";
import { pickSkill } from "./pickSkill.ts";
import { planUse } from "./planUse.ts";
import type { ProposedAction } from "./planUse.ts";
import { readGiven } from "./readGiven.ts";

export interface BuiltinAct {
  asked: Question;
  list: readonly StoredSkill[];
  skills: Pick<Skills, "read" | "listEffects" | "findSignIn" | "prepare">;
  propose(action: ProposedAction): void;
}

/** Acts without a language model, and gives what is said of it; null where the question calls for no skill. */
export async function actBuiltin({ asked, list, skills, propose }: BuiltinAct): Promise<string | null> {
  const { question, place, signal } = asked;
  const skill = pickSkill(question, list);
  if (!skill) return null;
  const words = wordsFor(asked);
  const use = await planUse({ skill, given: readGiven(question, skill), asked, skills });
  if (use.is === "refused") return words[use.because];
  if (use.is === "impossible") return words.failed;
  if (use.is === "propose") {
    const { inputs, fields, signIn, before } = use;
    propose({ skill, inputs, fields, signIn, before });
    if (skill.config.kind === "end")
      return skill.answer.trim() === ""
        ? words.done
        : renderOutcome(skill.answer, { data: null, inputs: {} });
    if (use.fields.length > 0) return words.fillIn;
    if (skill.risk === "approval") return words.approval;
    return skill.risk === "read" ? words.page : words.confirm;
  }
  // Only the team reads this: a test runs nothing.
  if (!place) return `The action “${skill.title}” would run here.`;
  const { inputs } = use;
  const { data, error, asks } = await skills.read({ place, skill, inputs, signal });
  if (asks) {
    propose({ skill, inputs, fields: [], asks });
    return words.fillIn;
  }
  return error === null ? renderOutcome(skill.answer, { data, inputs }) : words.failed;
}

/** Says what came of an action that somebody decided on. */
export function tellDone(asked: Question, { skill, inputs, state, picked }: DoneAction): string {
  const words = wordsFor(asked);
  if (state === "failed" && skill.config.kind === "client") return words.pageFailed;
  if (state !== "done") return words[state];
  if (skill.config.kind === "form")
    return skill.answer ? renderOutcome(skill.answer, { data: inputs, inputs }) : words.thanks;
  // Without a template the response of a change tells people little.
  if (skill.answer.trim() === "" && skill.risk !== "read") return `${skill.title}: ${words.done}`;
  return renderOutcome(skill.answer, { data: readData(picked), inputs });
}

function readData(picked: string | null): unknown {
  try {
    return JSON.parse(picked ?? "null");
  } catch {
    return picked;
  }
}

function wordsFor({ agent, question, history }: Question): ActionWords {
  const earlier = history.filter(({ role }) => role === "user").map(({ content }) => content);
  return languages[chooseLanguage(agent.configuration.language, question, earlier.reverse())].answers.actions;
}
