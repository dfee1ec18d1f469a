import type { FoundPage } from "../../actions/skills/search/searchWeb.ts";
import type { Skills } from "../../actions/skills/createSkills.ts";
import { renderOutcome } from "../../actions/skills/renderOutcome.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import type { ActionWords } from "../../languages/language.ts";
import { languages } from "../../languages/languages.ts";
import { searchInput } from "../../../shared/domain/skills.ts";
import { escapeMarkdown } from "../../../shared/format/escapeMarkdown.ts";
import { answerForPerson } from "../answerForPerson.ts";
import { chooseLanguage } from "../functionWords.ts";
import type { DoneAction, Question } from "../question.ts";
import { pickSkill, readSought } from "./pickSkill.ts";
import { planUse } from "./planUse.ts";
import type { ProposedAction } from "./planUse.ts";
import { readGiven } from "./readGiven.ts";

export interface BuiltinAct {
  asked: Question;
  list: readonly StoredSkill[];
  skills: Pick<Skills, "read" | "listEffects" | "findSignIn" | "prepare">;
  propose(action: ProposedAction): void;
  now: number;
}

/** Acts without a language model, and gives what is said of it; null where the question calls for no skill. */
export async function actBuiltin({ asked, list, skills, propose, now }: BuiltinAct): Promise<string | null> {
  const skill = pickSkill(asked.question, list);
  return skill ? useBuiltin(skill, { asked, skills, propose, now }) : null;
}

/** Uses one skill without a language model, and gives what is said of it. */
export async function useBuiltin(
  skill: StoredSkill,
  { asked, skills, propose, now }: Omit<BuiltinAct, "list">,
): Promise<string> {
  const { question, place, signal } = asked;
  const words = wordsFor(asked);
  const sought = readSought(question, skill);
  const given = sought === null ? readGiven(question, skill) : { [searchInput]: sought };
  const use = await planUse({ skill, given, asked, skills });
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
    if (skill.config.kind === "handover")
      return skill.answer.trim() === ""
        ? answerForPerson(asked, true, now)
        : renderOutcome(skill.answer, { data: null, inputs });
    if (skill.risk === "approval") return words.approval;
    return skill.risk === "read" ? words.page : words.confirm;
  }
  // Only the team reads this: a test runs nothing.
  if (!place) return `The action “${skill.title}” would run here.`;
  const { inputs } = use;
  const { data, error, asks, app, runId } = await skills.read({ place, skill, inputs, signal });
  if (asks) {
    propose({ skill, inputs, fields: [], asks });
    return words.fillIn;
  }
  if (error !== null) return words.failed;
  if (app?.pageId) propose({ skill, inputs, fields: [], shownRunId: runId });
  if (skill.config.kind === "search" && skill.answer.trim() === "") {
    const pages = data as FoundPage[]; // what a search gives
    return pages.length === 0 ? words.nothingFound : pages.map(tellPage).join("\n");
  }
  return renderOutcome(skill.answer, { data, inputs });
}

function tellPage({ title, url, content }: FoundPage): string {
  const text = escapeMarkdown(content.replace(/\s+/g, " ").slice(0, longestExcerpt).toWellFormed());
  const name = escapeMarkdown((title.trim() || url).replace(/\s+/g, " ").slice(0, 200).toWellFormed());
  return `- [${name}](<${url.replace(/[<>]/g, "")}>)${text === "" ? "" : `: ${text}`}`;
}

const longestExcerpt = 200;

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
