import type { HttpConfig, SkillDraft, SkillInput } from "../../../../shared/contract/skills/skills.ts";
import { listPlaceholders } from "../../../../shared/domain/skills.ts";
import { fillLines } from "../../../parts/withoutBlanks.ts";
import { copyShown } from "../../../state/shell/copyShown.ts";
import type { TypedSkill } from "../../../state/skills/skills.ts";

const blankRequest: HttpConfig = {
  ...{ kind: "http", method: "GET", url: "", query: [], headers: [] },
  ...{ bodyType: "none", body: "", auth: { type: "none" }, pick: "" },
};

const blankConfigs: Record<TypedSkill["config"]["kind"], TypedSkill["config"]> = {
  http: blankRequest,
  code: { kind: "code", code: "" },
  client: { kind: "client", resultSchema: "", pick: "" },
  form: { kind: "form", contact: {} },
  email: { kind: "email", to: { who: "team", address: "" }, subject: "", body: "" },
  search: { kind: "search", engines: [], results: 5, sites: [] },
  handover: { kind: "handover", teamId: null, note: "" },
  end: { kind: "end" },
};

/** Gives a new skill of a kind, to be filled in. */
export function makeBlankSkill(kind: TypedSkill["config"]["kind"]): TypedSkill {
  return {
    ...{ name: "", title: "", description: "", examples: [], inputs: [] },
    ...{
      enabled: true,
      risk: kind === "email" ? "write" : "read",
      verifiedOnly: false,
      oncePerConversation: false,
    },
    ...{ timeoutSeconds: 10, answer: "" },
    config: copyShown(blankConfigs[kind]),
  };
}

export function makeBlankInput(id = ""): SkillInput {
  return {
    ...{ id, type: "text", label: nameInput(id), description: "", options: [] },
    ...{ validations: { required: true }, from: null },
  };
}

/** What of a skill its owner edits. */
export function draftOf(skill: Shown<SkillDraft>): TypedSkill {
  const { name, title, description, examples, inputs, enabled, risk } = skill;
  const { verifiedOnly, oncePerConversation, timeoutSeconds, answer, config, systemSkillId } = skill;
  const { surfaces, audience } = skill;
  return copyShown({
    ...{ name, title, description, examples, inputs, enabled, risk },
    ...{ verifiedOnly, oncePerConversation, timeoutSeconds, answer, config },
    ...(systemSkillId !== undefined && { systemSkillId }),
    ...(surfaces !== undefined && { surfaces }),
    ...(audience !== undefined && { audience }),
  }) as SkillDraft; // the same fields, no longer read-only
}

/** Drops rows and lines that were begun and left empty. */
export function withoutBlankRows(skill: TypedSkill): TypedSkill {
  const { config } = skill;
  return {
    ...skill,
    examples: fillLines(skill.examples),
    inputs: skill.inputs.map((input) => ({
      ...input,
      options: input.type === "choice" || input.type === "several" ? fillLines(input.options) : [],
    })),
    config: withoutBlankParts(config),
  };
}

function withoutBlankParts(config: TypedSkill["config"]): TypedSkill["config"] {
  const isFilled = ({ name, value }: { name: string; value: string }) => name.trim() !== "" || value !== "";
  if (config.kind === "http")
    return { ...config, query: config.query.filter(isFilled), headers: config.headers.filter(isFilled) };
  return config.kind === "search" ? { ...config, sites: fillLines(config.sites) } : config;
}

/** Gives the name by which models know a skill with this title: `Order status` is `order_status`. */
export function deriveName(title: string): string {
  return toWords(title).slice(0, 64).replace(/_$/, "");
}

/** Gives the name of an input with this label; it begins with a letter. */
export function deriveInputName(label: string): string {
  return deriveName(label).replace(/^[\d_]+/, "");
}

/** `order_id` and `orderId` are `Order id`. */
export function nameInput(id: string): string {
  const words = id
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether the name still follows the title. */
export function isDerived({ name, title }: { name: string; title: string }): boolean {
  return name === deriveName(title);
}

/** The names of inputs that the request or the form uses, each once. */
export function listUsedInputs({ config }: Shown<Pick<SkillDraft, "config">>): string[] {
  if (config.kind === "form") return Object.values(config.contact).filter((id) => id !== undefined);
  if (config.kind !== "http") return [];
  const texts = [config.url, ...config.query.map(valueOf), ...config.headers.map(valueOf), config.body];
  return [...new Set(texts.flatMap(listPlaceholders))];
}

function valueOf({ value }: { value: string }): string {
  return value;
}

function toWords(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "_")
    .replace(/^_|_$/g, "");
}

/** As a screen reads it from a slice. */
type Shown<T> = T extends object ? { readonly [Key in keyof T]: Shown<T[Key]> } : T;
