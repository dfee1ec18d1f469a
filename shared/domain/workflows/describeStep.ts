import { conditionOperators } from "./conditions.ts";
import type { Condition, ConditionGroup } from "./conditions.ts";
import type { Step } from "./graph.ts";
import { stepKinds } from "./steps.ts";
import type { StepConfigs } from "./steps.ts";
import { workflowEvents } from "./triggers.ts";

/** What a description calls members, teams and workflows, which steps know by ID. */
export interface StepNames {
  members?: Readonly<Record<string, string>>;
  teams?: Readonly<Record<string, string>>;
  workflows?: Readonly<Record<string, string>>;
}

/** Says in a plain sentence what a step does, as lists, procedures and runs show it. */
export function describeStep(step: Pick<Step, "kind" | "config">, names: StepNames = {}): string {
  // Each kind has its own row, which takes that kind's settings.
  const describe = sentences[step.kind] as (config: Step["config"], names: StepNames) => string;
  return describe(step.config, names);
}

const mostCharacters = 140;

const sentences: { [Kind in keyof StepConfigs]: (config: StepConfigs[Kind], names: StepNames) => string } = {
  say: ({ text, buttons, card, file }) => {
    const parts = [
      ...(text.trim() !== "" || (!card && !file) ? [`say ${quote(text)}`] : []),
      ...(card ? [`show the card ${quote(card.title)}`] : []),
      ...(file ? [`send the file ${file.name}`] : []),
      ...(buttons.length > 0 ? [`offer ${list(buttons.map(quote))}`] : []),
    ];
    return `${capitalize(list(parts))}.`;
  },
  ask: ({ text, field }) => `Ask ${quote(text)} and keep the answer as ${field.id || "…"}.`,
  form: ({ fields, saveAs }) =>
    `Show a form that asks for ${list(fields.map(({ label, id }) => label || id))} and keep it as ${saveAs || "…"}.`,
  model: ({ prompt, saveAs }) => `Ask the model ${quote(prompt)} and keep its reply as ${saveAs || "…"}.`,
  search: ({ question, saveAs }) =>
    `Search the knowledge for ${quote(question)} and keep what is found as ${saveAs || "…"}.`,
  skill: ({ skill, saveAs }) => `Run the skill ${skill || "…"} and keep the result as ${saveAs || "…"}.`,
  condition: (condition) => `Check whether ${describeCondition(condition)}.`,
  switch: ({ value, cases }) =>
    `Look at ${quote(value)}: ${list(
      cases.map(({ label }) => label),
      "or",
    )}.`,
  intent: ({ text, intents }) =>
    `Decide what ${quote(text)} is about: ${list(
      intents.map(({ label }) => label),
      "or",
    )}.`,
  loop: ({ list: items, item }) => `For each ${item || "…"} of ${items || "…"}:`,
  wait: describeWait,
  approval: ({ text, memberIds, hours }, { members = {} }) => {
    const whom = memberIds.map((id) => members[id] ?? "a member");
    const asked = whom.length > 0 ? list(whom, "or") : "a member";
    return `Ask ${asked} to approve ${quote(text)} within ${describeSeconds(hours * 3600)}.`;
  },
  set: ({ values }) => `Set ${list(values.map(({ name, expression }) => `${name} to ${cut(expression)}`))}.`,
  code: ({ saveAs }) => `Run code and keep its value as ${saveAs || "…"}.`,
  collection: ({ collection, action }) => {
    const verb = { find: "Find rows in", add: "Add a row to", change: "Change rows of" }[action];
    return `${verb} ${collection || "…"}.`;
  },
  handOver: ({ note }) =>
    note
      ? `Hand the conversation over to the team with the note ${quote(note)}.`
      : "Hand the conversation over to the team.",
  assign: ({ memberId, teamId }, { members = {}, teams = {} }) => {
    const whom = memberId ? (members[memberId] ?? "a member") : teamId ? (teams[teamId] ?? "a team") : "…";
    return `Assign the conversation to ${whom}.`;
  },
  label: ({ add, remove }) => {
    const parts = [
      ...(add.length > 0 ? [`add the label ${list(add)}`] : []),
      ...(remove.length > 0 ? [`remove the label ${list(remove)}`] : []),
    ];
    return capitalize(`${parts.join(" and ") || "change the labels"}.`);
  },
  resolve: ({ text }) =>
    text ? `Say ${quote(text)} and resolve the conversation.` : "Resolve the conversation.",
  email: ({ to, subject }) => `Send ${quote(subject)} by e-mail to ${to || "…"}.`,
  workflow: ({ workflowId }, { workflows = {} }) => `Run the workflow ${workflows[workflowId] ?? "…"}.`,
  parallel: ({ branches }) => `Do at the same time: ${list(branches.map(({ label }) => label))}.`,
  join: ({ mode }) =>
    mode === "all" ? "Wait until all of them are done." : "Continue when the first of them is done.",
  note: ({ text }) => `Note for the team: ${quote(text)}.`,
  end: ({ expression }) => (expression ? `End with ${cut(expression)} as the result.` : "End."),
};

function describeWait({ until, seconds, date, event }: StepConfigs["wait"]): string {
  if (until === "time") return `Wait ${describeSeconds(seconds)}.`;
  if (until === "date") return `Wait until ${date || "…"}.`;
  return `Wait until this happens: ${workflowEvents[event].toLowerCase()}. At most ${describeSeconds(seconds)}.`;
}

/** Says when a condition holds: `order.total is greater than 50 and contact.email is not empty`. */
export function describeCondition({ match, groups }: Condition): string {
  const parts = groups.map((group) => describeGroup(group, groups.length > 1));
  return parts.join(match === "all" ? " and " : " or ") || "…";
}

function describeGroup({ match, rules }: ConditionGroup, isOneOfSeveral: boolean): string {
  const parts = rules.map(({ value, operator, to }) => {
    const { label, takesValue } = conditionOperators[operator];
    return [strip(value), label, takesValue ? strip(to) : ""].filter(Boolean).join(" ");
  });
  const text = parts.join(match === "all" ? " and " : " or ") || "…";
  return isOneOfSeveral && rules.length > 1 ? `(${text})` : text;
}

/** Says how long something takes in the largest unit that fits: `90 minutes`, `2 days`. */
export function describeSeconds(seconds: number): string {
  const units = [
    ["day", 86_400],
    ["hour", 3600],
    ["minute", 60],
    ["second", 1],
  ] as const;
  const [name, size] = units.find(([, one]) => seconds >= one && seconds % one === 0) ?? units[3];
  const count = seconds / size;
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** What a step's row says first: the name that somebody gave it, else its kind. */
export function nameOfStep({ name, kind }: Pick<Step, "name" | "kind">): string {
  return name.trim() || stepKinds[kind].label;
}

function quote(text: string): string {
  return text.trim() === "" ? "…" : `“${cut(text)}”`;
}

function cut(text: string): string {
  const line = strip(text).replace(/\s+/g, " ").trim();
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters - 1)}…` : line;
}

/** A variable reads as its path, without the braces. */
function strip(text: string): string {
  return text.replace(/\{\{\s*([\w.]+)\s*\}\}/g, "$1").trim() || "…";
}

function list(parts: readonly string[], word = "and"): string {
  if (parts.length === 0) return "…";
  const shown = parts.map((part) => part || "…");
  if (shown.length === 1) return shown[0] ?? "…";
  return `${shown.slice(0, -1).join(", ")} ${word} ${shown.at(-1)}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
