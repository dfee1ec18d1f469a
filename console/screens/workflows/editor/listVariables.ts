import type { FieldType, FormField } from "../../../../shared/domain/forms.ts";
import type { Graph, Step } from "../../../../shared/domain/workflows/graph.ts";
import { savedBy } from "../../../../shared/domain/workflows/graph.ts";
import { createReach } from "../../../../shared/domain/workflows/reach.ts";
import { nameOfStep } from "../../../../shared/domain/workflows/describeStep.ts";
import type { TriggerKind } from "../../../../shared/domain/workflows/triggers.ts";

/** A variable that a step can use. */
export interface KnownVariable {
  /** As it is in braces. */
  path: string;
  /** What it holds, in a word. */
  type: string;
  /** Where it comes from. */
  from: string;
  /** What it held in the last run. */
  sample?: string;
}

interface ListOptions {
  graph: Graph;
  /** The step that uses them; null for those that are there from the start. */
  stepId: string | null;
  trigger: TriggerKind;
  /** All variables of the last run, by name. */
  samples: Readonly<Record<string, unknown>>;
}

const typeWords = {
  text: "text",
  number: "number",
  yes_no: "yes or no",
  list: "list",
  object: "fields",
} as const;
const mostFields = 12;
const longestSample = 60;

/** Lists what a step can use: what earlier steps keep, the workflow's own variables, and what every run knows. */
export function listVariables({ graph, stepId, trigger, samples }: ListOptions): KnownVariable[] {
  const reach = createReach(graph.edges);
  const before =
    stepId === null ? [] : graph.steps.filter(({ id }) => id !== stepId && reach(id).has(stepId));
  const saved = before.flatMap((step) =>
    savedBy(step)
      .filter((name) => name !== "")
      .map((path) => ({ path, type: typeOf(step), from: nameOfStep(step) })),
  );
  const own = graph.variables.map(({ name, type }) => ({
    path: name,
    type: typeWords[type],
    from: "Variables",
  }));
  const all = [...saved.reverse(), ...own, ...builtIn(trigger)];
  const apart = [...new Map(all.map((one) => [one.path, one])).values()];
  return apart.flatMap((variable) => withFields(variable, samples));
}

function builtIn(trigger: TriggerKind): KnownVariable[] {
  const row = (path: string, type: string, from: string) => ({ path, type, from });
  return [
    ...(trigger === "message" || trigger === "skill" ? [row("message.text", "text", "Message")] : []),
    ...(trigger === "webhook" ? [row("trigger.body", "fields", "Webhook")] : []),
    ...(trigger === "service"
      ? [row("trigger.event", "text", "Service"), row("trigger.body", "fields", "Service")]
      : []),
    row("contact.name", "text", "Contact"),
    row("contact.email", "text", "Contact"),
    row("contact.phone", "text", "Contact"),
    row("conversation.id", "text", "Conversation"),
    row("conversation.status", "text", "Conversation"),
    row("run.id", "text", "Run"),
    row("run.startedAt", "date", "Run"),
    row("error.message", "text", "After a failure"),
  ];
}

function typeOf(step: Step): string {
  switch (step.kind) {
    case "ask":
      return typeOfField(step.config.field);
    case "form":
      return "fields";
    case "model":
      return step.config.fields.length > 0 ? "fields" : "text";
    case "search":
    case "collection":
      return "list";
    case "loop":
      return "item";
    default:
      return "value";
  }
}

function typeOfField({ type }: Pick<FormField, "type">): string {
  const words: Partial<Record<FieldType, string>> = {
    number: "number",
    rating: "number",
    yesNo: "yes or no",
    consent: "yes or no",
    several: "list",
    date: "date",
    file: "file",
  };
  return words[type] ?? "text";
}

/** The variable with its sample, and the fields that it had in the last run. */
function withFields(variable: KnownVariable, samples: ListOptions["samples"]): KnownVariable[] {
  const value = readSample(samples, variable.path);
  if (value === undefined) return [variable];
  const shown = { ...variable, sample: show(value) };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [shown];
  const fields = Object.entries(value)
    .filter(([name]) => /^\w+$/.test(name))
    .slice(0, mostFields);
  return [
    shown,
    ...fields.map(([name, inner]) => ({
      ...{ path: `${variable.path}.${name}`, type: kindOf(inner), from: variable.from, sample: show(inner) },
    })),
  ];
}

function readSample(samples: ListOptions["samples"], path: string): unknown {
  return path.split(".").reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name] // its own, just asked for
        : undefined,
    samples,
  );
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "list";
  if (typeof value === "boolean") return "yes or no";
  if (typeof value === "number") return "number";
  return typeof value === "object" && value !== null ? "fields" : "text";
}

function show(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longestSample ? `${text.slice(0, longestSample - 1)}…` : text;
}
