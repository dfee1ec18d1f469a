import type { SkillInput } from "../../../shared/contract/skills/skills.ts";
import { addHidden, checkForm, isAsked } from "../../../shared/domain/forms.ts";
import type { FormValues } from "../../../shared/domain/forms.ts";
import { readSigned } from "../../../shared/domain/skills.ts";
import { signInField } from "../../../shared/domain/integrations.ts";
import type { SignInNeeded } from "../../actions/skills/deps.ts";
import { effectKeyOf, isDoneOnce } from "../../actions/skills/runs.ts";
import type { Skills } from "../../actions/skills/createSkills.ts";
import type { OutcomeAsk } from "../../actions/skills/http/sendRequest.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import type { Question } from "../question.ts";

/** What is to be done with a skill, once its rules were asked. */
export type Use =
  | { is: "run"; inputs: FormValues }
  /** It waits on a card for the visitor's or the team's word, and for these fields. */
  | { is: "propose"; inputs: FormValues; fields: SkillInput[]; signIn?: SignInNeeded; before?: string | null }
  /** Why it can't be done as it was asked for, in a sentence. */
  | { is: "impossible"; problem: string }
  | { is: "refused"; because: "signIn" | "surface" | "waiting" | "once" };

/** An action that is shown below the answer, once that is stored. */
export interface ProposedAction {
  skill: StoredSkill;
  inputs: FormValues;
  fields: SkillInput[];
  /** The service at which the visitor signs in first. */
  signIn?: SignInNeeded | undefined;
  /** What stands where it writes. */
  before?: string | null | undefined;
  /** What the far side asked for when it was run. */
  asks?: OutcomeAsk | undefined;
  /** It was done already, and an app shows what this run came to. */
  shownRunId?: string | undefined;
}

export interface Wish {
  skill: StoredSkill;
  /** What is known of the inputs that the visitor or a model gives, checked. */
  given: FormValues;
  asked: Question;
  skills: Pick<Skills, "listEffects" | "findSignIn" | "prepare">;
}

/** Says what becomes of the wish to use a skill. Inputs that belong to a verified visitor are filled in here, and nowhere else. */
export async function planUse({ skill, given, asked, skills }: Wish): Promise<Use> {
  const isClient = skill.config.kind === "client";
  if (isClient && (asked.asker.surfaceType ?? pageSurface) !== pageSurface)
    return { is: "refused", because: "surface" };
  const bound = bindInputs(skill, asked);
  if (bound === null) return { is: "refused", because: "signIn" };
  const inputs = addHidden(skill.inputs, { ...given, ...bound });
  const isHandover = skill.config.kind === "handover";
  const fields = isHandover && !hasForms(asked) ? [] : listOpen(skill, inputs);
  const { place } = asked;
  const signIn = place ? await skills.findSignIn(place, skill) : null;
  const isKept = isClient || ["form", "end", "email", "handover"].includes(skill.config.kind);
  const isProposed = signIn !== null || skill.risk !== "read" || isKept || fields.length > 0;
  if (place && (isProposed || skill.oncePerConversation)) {
    const effects = await skills.listEffects({ ...place, skillId: skill.id });
    const key = effectKeyOf(place, skill, inputs);
    if (effects.some(({ state }) => state === "waiting" || state === "running")) {
      // Visitors who ask again want a person more than a form.
      if (isHandover) return { is: "propose", inputs, fields: [] };
      return { is: "refused", because: "waiting" };
    }
    const isDone = skill.oncePerConversation
      ? effects.length > 0
      : isDoneOnce(skill) && effects.some(({ effectKey }) => effectKey === key);
    // After a hand-back, visitors may ask for a person again.
    if (isDone && !isHandover) return { is: "refused", because: "once" };
  }
  if (signIn) return { is: "propose", inputs, fields: [...fields, codeField], signIn };
  if (!isProposed) return { is: "run", inputs };
  if (!place || fields.length > 0) return { is: "propose", inputs, fields };
  const prepared = await skills.prepare(place, skill, inputs);
  if ("problem" in prepared) return { is: "impossible", problem: prepared.problem };
  return { is: "propose", inputs, fields, before: prepared.before };
}

/** What the visitor is asked for: what is missing, or all that is not known where they fill in a form anyway. */
function listOpen(skill: StoredSkill, inputs: FormValues): SkillInput[] {
  const { config } = skill;
  const open = settleConditions(skill.inputs, inputs).filter(
    ({ id, type, from }) => from === null && type !== "hidden" && inputs[id] === undefined,
  );
  const missing = open.filter(({ validations }) => validations.required);
  if (config.kind === "form") return open;
  if (config.kind === "handover" && missing.length > 0) return open;
  const isNewRow = config.kind === "collection" && config.does === "add";
  const isNothingSaid = skill.inputs.every(({ id, from }) => from !== null || inputs[id] === undefined);
  return isNewRow && (missing.length > 0 || isNothingSaid) ? open : missing;
}

/** What the service's sign-in ends with, which nobody but this visitor can give. */
export const codeField: SkillInput = {
  ...{ id: signInField, type: "text", label: "Code", description: "", options: [], from: null },
  validations: { required: true, maxLength: 20 },
};

/** Only here a page of the site is around the chat. */
const pageSurface = "widget";

/** Elsewhere a form would never be seen. */
function hasForms({ asker }: Question): boolean {
  return [pageSurface, "hosted-web"].includes(asker.surfaceType ?? pageSurface);
}

/** What is known already decides here: the visitor's card has the open fields only. */
function settleConditions(fields: readonly SkillInput[], inputs: FormValues): SkillInput[] {
  return fields.flatMap((field) => {
    const { when, ...others } = field;
    if (!when || inputs[when.field] === undefined) return [field];
    return isAsked(field, inputs) ? [others] : [];
  });
}

/** The values of the verified visitor's own; null where somebody would have to sign in first, which no handover needs. */
function bindInputs({ inputs, verifiedOnly, config }: StoredSkill, { asker }: Question): FormValues | null {
  const { isVerified, signed = null } = asker;
  const isHandover = config.kind === "handover";
  if (verifiedOnly && !isVerified && !isHandover) return null;
  const needsAddress = config.kind === "email" && config.to.who === "visitor";
  if (needsAddress && !(isVerified && signed?.email)) return null;
  const values: FormValues = {};
  for (const input of inputs) {
    if (input.from === null) continue;
    const value = isVerified && signed ? readSigned(input, signed) : null;
    if (value !== null) values[input.id] = value;
    else if (!isHandover) return null;
  }
  return values;
}

/** Only the visitor's own hand consents and chooses files, and what is hidden is the team's. */
const notGivable: readonly SkillInput["type"][] = ["consent", "file", "hidden"];

/** Whether a model may give it, or a question's words. */
export function isGivable({ from, type }: SkillInput): boolean {
  return from === null && !notGivable.includes(type);
}

/** Checks what a model or a visitor gave; inputs that the server fills in can't be given. */
export function checkGiven(
  { inputs }: StoredSkill,
  given: Record<string, unknown>,
): ReturnType<typeof checkForm> {
  return checkForm(inputs.filter(isGivable), given);
}
