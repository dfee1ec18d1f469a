import { conditionOperators } from "./conditions.ts";
import type { ConditionOperator } from "./conditions.ts";
import { newStep } from "./graph.ts";
import type { Step } from "./graph.ts";
import type { StepConfigs, StepKind } from "./steps.ts";

/**
 * Reads a plain sentence as the step that it plainly means, in the words in which a procedure shows steps; null where it
 * means none, or could mean two. Nothing is guessed.
 */
export function readSentence(sentence: string, id: string): Step | null {
  const line = sentence
    .replace(/^\s*(?:\d+(?:\.\d+)*[.)]|[-*•])\s+/, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\.$/, "");
  if (line === "") return null;
  for (const read of patterns) {
    const found = read(line);
    if (found) return makeStep(found, id);
  }
  return null;
}

type Found = { [Kind in StepKind]: { kind: Kind; config: Partial<StepConfigs[Kind]> } }[StepKind];
type Pattern = (line: string) => Found | null;

function makeStep({ kind, config }: Found, id: string): Step {
  const made = newStep(kind, id);
  return { ...made, config: { ...made.config, ...config } } as Step; // of one kind
}

/** Text between quotation marks of any kind. */
const quoted = '[“"„]([^“”"„]+)[”"“]';
const name = "([A-Za-z_][A-Za-z0-9_]*)";

function match(pattern: string, make: (...parts: string[]) => Found | null): Pattern {
  const expression = new RegExp(`^${pattern}$`, "i");
  return (line) => {
    const found = expression.exec(line);
    return found && make(...found.slice(1).map((part) => part ?? ""));
  };
}

const patterns: readonly Pattern[] = [
  match(`say ${quoted} and resolve the conversation`, (text) => ({ kind: "resolve", config: { text } })),
  match("(?:resolve|close) the conversation", () => ({ kind: "resolve", config: {} })),
  match(`say ${quoted} and offer (.+)`, (text, offered) => {
    const buttons = readList(offered);
    return buttons && { kind: "say", config: { text, buttons } };
  }),
  match(`(?:say|tell the visitor|write)(?: to the visitor)?:? ${quoted}`, (text) => ({
    ...({ kind: "say", config: { text } } as const),
  })),
  match(`ask ${quoted} and (?:keep|save) (?:the answer|it) as ${name}`, (text, field) => ask(text, field)),
  match(`ask the model ${quoted}(?: and (?:keep|save) (?:its reply|it) as ${name})?`, (prompt, saveAs) => ({
    ...({ kind: "model", config: { prompt, ...(saveAs && { saveAs }) } } as const),
  })),
  match(
    `search (?:the )?knowledge for ${quoted}(?: and (?:keep|save) (?:what is found|it) as ${name})?`,
    (question, saveAs) => ({ kind: "search", config: { question, ...(saveAs && { saveAs }) } }),
  ),
  match(
    `(?:run|use) the skill ([\\w-]+)(?: and (?:keep|save) (?:the result|it) as ${name})?`,
    (skill, saveAs) => ({ kind: "skill", config: { skill, ...(saveAs && { saveAs }) } }),
  ),
  match("(?:check whether|check if|if) (.+)", readCondition),
  match("wait(?: for)? (\\d+|an?|one) (second|minute|hour|day|week)s?", (count, unit) => {
    const seconds = (/^\d+$/.test(count) ? Number(count) : 1) * (lengths[unit.toLowerCase()] ?? 1);
    return seconds >= 1 && seconds <= 60 * 86_400
      ? { kind: "wait", config: { until: "time", seconds } }
      : null;
  }),
  match("wait until (\\d{4}-\\d{2}-\\d{2}\\S*|\\{\\{[\\w.\\s]+\\}\\})", (date) => ({
    ...({ kind: "wait", config: { until: "date", date } } as const),
  })),
  match(
    `ask (?:a member|somebody of the team|the team) to approve ${quoted}(?: within (\\d+) (hour|day)s?)?`,
    (text, count, unit) => {
      const hours = count === "" ? 72 : Number(count) * (unit.toLowerCase() === "day" ? 24 : 1);
      return hours >= 1 && hours <= 60 * 24 ? { kind: "approval", config: { text, hours } } : null;
    },
  ),
  match(`set ${name} to (.+)`, (variable, expression) =>
    isOne(expression) ? { kind: "set", config: { values: [{ name: variable, expression }] } } : null,
  ),
  match(`hand (?:the conversation )?over(?: to the team)?(?: with the note ${quoted})?`, (note) => ({
    ...({ kind: "handOver", config: { note } } as const),
  })),
  match("add the labels? (.+)", (labels) => {
    const add = readList(labels);
    return add && { kind: "label", config: { add } };
  }),
  match("remove the labels? (.+)", (labels) => {
    const remove = readList(labels);
    return remove && { kind: "label", config: { remove } };
  }),
  match(`send ${quoted} by e-?mail to (\\S+@\\S+|\\{\\{[\\w.\\s]+\\}\\})`, (subject, to) => ({
    ...({ kind: "email", config: { subject, to } } as const),
  })),
  match(`note for the team:? (?:${quoted}|(.+))`, (text, plain) =>
    isOne(plain) ? { kind: "note", config: { text: text || plain } } : null,
  ),
  match(`for each ${name} of ([\\w.]+):?`, (item, list) => ({ kind: "loop", config: { item, list } })),
  match("end with (.+) as the result", (expression) =>
    isOne(expression) ? { kind: "end", config: { expression } } : null,
  ),
  match("end(?: the run)?", () => ({ kind: "end", config: {} })),
];

const lengths: Readonly<Record<string, number>> = {
  ...{ second: 1, minute: 60, hour: 3600, day: 86_400, week: 7 * 86_400 },
};

function ask(text: string, id: string): Found {
  const field = {
    ...{ id, type: "text" as const, label: id, description: "", options: [] },
    validations: { required: true },
  };
  return { kind: "ask", config: { text, field } };
}

/** One rule: what it compares, how, and with what. */
function readCondition(text: string): Found | null {
  // The longer words first: "is not" is not "is".
  const operators = (
    Object.entries(conditionOperators) as [ConditionOperator, { label: string; takesValue: boolean }][]
  ) // keys of a literal object
    .toSorted(([, one], [, other]) => other.label.length - one.label.length);
  const line = text.replace(/[:,]?$/, "");
  for (const [operator, { label, takesValue }] of operators) {
    const pattern = takesValue ? `^(\\S+) ${label} (.+)$` : `^(\\S+) ${label}$`;
    const found = new RegExp(pattern, "i").exec(line);
    const value = found?.[1];
    const to = found?.[2] ?? "";
    // Two rules in a sentence can be meant in two ways.
    if (value === undefined || !isOne(to) || / (?:and|or|then) |“”./i.test(bare(to))) continue;
    const rule = { value: braced(value), operator, to: unquote(to) };
    return { kind: "condition", config: { match: "all", groups: [{ match: "all", rules: [rule] }] } };
  }
  return null;
}

/** A path of variables is one also where nobody put braces around it. */
function braced(value: string): string {
  return /^[A-Za-z_]\w*(?:\.\w+)+$|^[a-z_]\w*$/.test(value) ? `{{${value}}}` : unquote(value);
}

/** The words that sentences begin with. */
const verbs =
  "say|tell|write|resolve|close|ask|search|run|use|check|if|wait|set|hand|add|remove|send|note|for|end";
/** Where one step may end and another begins. */
const nextStep = new RegExp(`(?:[,;.]|\\b(?:and|then))\\s+(?:(?:and|then)\\s+)*(?:${verbs})\\b`, "i");
const separator = /(?:,\s*(?:and\s+)?|\s+and\s+)(?=(?:[^“”"„]*[“"„][^“”"„]*[”"“])*[^“”"„]*$)/i; // outside of quotation marks

/** The parts of a list; null where something else than a list begins in it. */
function readList(text: string): string[] | null {
  if (nextStep.test(bare(text))) return null;
  const parts = text.split(separator).map(unquote);
  return parts.filter((part) => part !== "");
}

/** Whether it is a single value, which no other step follows. */
function isOne(text: string): boolean {
  const words = bare(text);
  return !words.includes(",") && !nextStep.test(words);
}

/** Without what stands in quotation marks or brackets, where commas and verbs part nothing. */
function bare(text: string): string {
  let words = text.replaceAll(/[“"„][^“”"„]*[”"“]|'[^']*'/g, "“”");
  for (let before = ""; before !== words;) {
    before = words;
    words = words.replaceAll(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g, "“”");
  }
  return words;
}

function unquote(text: string): string {
  return text.trim().replace(/^[“"„](.*)[”"“]$/, "$1");
}
