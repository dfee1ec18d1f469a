import { toJsonSchema } from "../../../shared/domain/forms.ts";
import type { FormValues } from "../../../shared/domain/forms.ts";
import { checkToolInput } from "../../actions/mcp/toolInputs.ts";
import type { Skills } from "../../actions/skills/createSkills.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import type { Question } from "../question.ts";
import type { ReadingTool, Tool, ToolResult } from "../tools/tool.ts";
import { wantsPerson } from "../tools/wantsPerson.ts";
import { pickSkill } from "./pickSkill.ts";
import { checkGiven, isGivable, planUse } from "./planUse.ts";
import type { ProposedAction, Use } from "./planUse.ts";

export interface SkillToolOptions {
  skill: StoredSkill;
  asked: Question;
  skills: Pick<Skills, "read" | "listEffects" | "findSignIn" | "prepare">;
  /** Is told of what is shown below the answer once that is stored. */
  propose(action: ProposedAction): void;
}

/** A skill as described to a language model. One that changes something never runs here: it is shown for a decision. */
export function skillTool({ skill, asked, skills, propose }: SkillToolOptions): Tool {
  const isForm = skill.config.kind === "form";
  const isClient = skill.config.kind === "client";
  const isEnd = skill.config.kind === "end";
  const isHandover = skill.config.kind === "handover";
  const own = {
    name: skill.name,
    description: [skill.description, ...(isForm ? [formHint] : []), ...exampleHint(skill)].join(" "),
    ...describeInputs(skill),
    async run(input: unknown, signal: AbortSignal): Promise<ToolResult> {
      const given = input as FormValues; // as `check` gave it
      const use = await planUse({ skill, given, asked, skills });
      if (use.is === "refused") return say(refusals[use.because]);
      if (use.is === "impossible") return say(use.problem);
      const { place } = asked;
      if (!place)
        return say("This is a test, so nothing was done. Go on as if it had been proposed or done.");
      if (use.is === "propose") return proposeUse(use);
      const outcome = await skills.read({ place, skill, inputs: use.inputs, signal });
      if (outcome.asks) {
        propose({ skill, inputs: use.inputs, fields: [], asks: outcome.asks });
        const asked = `It asks: ${outcome.asks.message}`;
        return { text: `${asked}\n${proposals.form}`, summary: `${skill.title}: ${asked}` };
      }
      if (outcome.error !== null) {
        const text = outcome.picked ? `${outcome.error} It said: ${outcome.picked}` : outcome.error;
        return { text: `It failed. ${text}`, summary: `${skill.title}: ${outcome.error}` };
      }
      if (outcome.app?.pageId) propose({ skill, inputs: use.inputs, fields: [], shownRunId: outcome.runId });
      const { picked, usage } = outcome;
      return { text: picked ?? "", summary: `${skill.title}: ${picked ?? ""}`, usage };
    },
  };
  function proposeUse({ inputs, fields, signIn, before }: Extract<Use, { is: "propose" }>): ToolResult {
    propose({ skill, inputs, fields, signIn, before });
    if (signIn) return say(signInProposal(signIn.service));
    if (isEnd) return say(proposals.end);
    if (isHandover) return say(fields.length > 0 ? proposals.form : proposals.handover);
    if (isClient && skill.risk === "read" && fields.length === 0) return say(proposals.page);
    return say(isForm ? proposals.form : proposals[skill.risk]);
  }
  const isRow = skill.config.kind === "collection";
  const hasEffects = skill.risk !== "read" || isForm || isClient || isEnd || isRow || isHandover;
  // Its consent is the card itself; that rows need nobody's word is the owner's own rule.
  const findObjection = () => (isHandover ? findHandoverObjection(skill, asked) : null);
  return hasEffects ? { ...own, hasEffects, findObjection } : { ...own, hasEffects };
}

/** Only the visitor's own words hand over: they ask for a person, or say what the owner wrote as an example. */
function findHandoverObjection(skill: StoredSkill, { question, history }: Question): string | null {
  if (wantsPerson(question, history) || pickSkill(question, [skill])) return null;
  return "The visitor has not asked for a person. If one would help, ask them whether they want that.";
}

/** The inputs by the skill's own fields, or by the schema that an MCP server gave. */
function describeInputs(skill: StoredSkill): Pick<ReadingTool, "inputSchema" | "check"> {
  const { config } = skill;
  if (config.kind === "mcp")
    return {
      inputSchema: config.inputSchema,
      check: (input) => checkToolInput(config.inputSchema, input),
    };
  const asked =
    config.kind === "form" || config.kind === "handover"
      ? { ...skill, inputs: skill.inputs.map(makeOptional) }
      : skill;
  return {
    inputSchema: toJsonSchema(asked.inputs.filter(isGivable)),
    check(input) {
      const given = typeof input === "object" && input !== null ? { ...input } : {};
      const checked = checkGiven(asked, given);
      if ("values" in checked) return { input: checked.values };
      const problems = Object.entries(checked.errors).map(([name, message]) => `${name}: ${message}.`);
      return { problem: `${problems.join(" ")} Ask the visitor for what is missing.` };
    },
  };
}

function makeOptional<Field extends { validations: { required: boolean } }>(field: Field): Field {
  return { ...field, validations: { ...field.validations, required: false } };
}

const formHint =
  "The visitor fills in its fields on a form below your message; pass on what they said already.";

function exampleHint({ examples }: StoredSkill): string[] {
  return examples.length > 0 ? [`For example: ${examples.slice(0, 3).join(" / ")}`] : [];
}

const refusals: Record<Extract<Use, { is: "refused" }>["because"], string> = {
  signIn: "The visitor is not signed in, so this can't be done. Tell them to sign in on the site first.",
  surface: "This works only in the chat on the website, not here. Tell the visitor so.",
  waiting: "This is already waiting for a decision. Tell the visitor so.",
  once: "This was done in this conversation already, and is not done again. Tell the visitor so.",
};

const proposals: Record<"form" | "page" | "end" | "handover" | StoredSkill["risk"], string> = {
  handover: "The team is told as soon as your answer ends. Tell the visitor so in one short sentence.",
  end: "The conversation ends with your message. Say goodbye in one short sentence, and ask nothing more.",
  page: "The visitor's page does it right after your message, and you are told what came of it then. Say in one short sentence that you are looking. Do not guess the result.",
  form: "A form stands below your message. Ask the visitor in one short sentence to fill it in. Do not repeat its fields.",
  read: "A form for what is missing stands below your message. Ask the visitor in one short sentence to fill it in.",
  write:
    "Nothing is done yet. A card below your message asks the visitor to confirm it. Say in one short sentence what you would do, and ask them to confirm.",
  approval:
    "Nothing is done yet. The team is asked to approve it. Tell the visitor in one short sentence that the team decides and that they are told here.",
};

function signInProposal(service: string): string {
  return `Nothing is done yet. A card below your message asks the visitor to sign in to ${service} and to enter the code that they get there. Ask them to do so in one short sentence.`;
}

function say(text: string): ToolResult {
  return { text, summary: text };
}
