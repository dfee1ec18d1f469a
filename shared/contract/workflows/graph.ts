import * as v from "valibot";
import { filterOperators } from "../../domain/collections.ts";
import { conditionOperators } from "../../domain/workflows/conditions.ts";
import type { ConditionOperator } from "../../domain/workflows/conditions.ts";
import { startId, variableTypes } from "../../domain/workflows/graph.ts";
import type { Graph } from "../../domain/workflows/graph.ts";
import {
  maxCodeCharacters,
  maxGraphEdges,
  maxGraphSteps,
  maxRetries,
  maxStepSeconds,
  maxVariables,
} from "../../domain/workflows/limits.ts";
import { hookAuths, messageMatches, workflowEvents } from "../../domain/workflows/triggers.ts";
import type { HookAuth, MessageMatch, Trigger, WorkflowEvent } from "../../domain/workflows/triggers.ts";
import { maxAttachmentBytes } from "../../domain/limits.ts";
import { isTimeZone } from "../../domain/openingHours.ts";
import { skillName } from "../../domain/skills.ts";
import { formField, formFields } from "../forms/fields.ts";
import { text, title } from "../shapes.ts";

const stepId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,40}$/, "Use letters, digits, - and _."));
const outletId = stepId;
/** Names that JavaScript objects have by themselves are nobody's. */
const variableName = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, "Use letters, digits and underscores, and begin with a letter."),
  v.check((name) => !["constructor", "prototype", "__proto__"].includes(name), "Use another name."),
);
/** While a step is being edited, its name may still be missing. */
const saveAs = v.union([v.literal(""), variableName]);
const words = text(8000);
const short = text(500);
const expression = text(2000);
const reference = text(64);
const events = v.picklist(Object.keys(workflowEvents) as WorkflowEvent[]); // keys of a literal object
const inputs = v.pipe(
  v.record(variableName, text(4000)),
  v.check((given) => Object.keys(given).length <= 50, "Use at most 50 inputs."),
);

/* @__NO_SIDE_EFFECTS__ */
function few<Item extends v.GenericSchema>(item: Item, most: number) {
  return v.pipe(v.array(item), v.maxLength(most, `Use at most ${most}.`));
}

/** Ways out that are named must be told apart. */
/* @__NO_SIDE_EFFECTS__ */
function outlets<Item extends v.GenericSchema<unknown, { id: string }>>(item: Item) {
  return v.pipe(
    v.array(item),
    v.maxLength(30, "Use at most 30."),
    v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, "Two have the same ID."),
    v.check(
      (all) => all.every(({ id }) => !["next", "else", "error"].includes(id)),
      'The IDs "next", "else" and "error" are taken.',
    ),
  );
}

const rule = v.strictObject({
  value: words,
  operator: v.picklist(Object.keys(conditionOperators) as ConditionOperator[]), // keys of a literal object
  to: words,
});
const match = v.picklist(["all", "any"]);

const common = {
  id: v.pipe(
    stepId,
    v.check((id) => id !== startId, "This ID is taken."),
  ),
  name: title(200),
  retry: v.strictObject({
    times: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxRetries)),
    seconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3600)),
  }),
  timeoutSeconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxStepSeconds)),
  position: v.nullable(v.strictObject({ x: coordinate(), y: coordinate() })),
};

/* @__NO_SIDE_EFFECTS__ */
function coordinate() {
  return v.pipe(v.number(), v.integer(), v.minValue(-1e6), v.maxValue(1e6));
}

/* @__NO_SIDE_EFFECTS__ */
function step<const Kind extends string, const Config extends v.ObjectEntries>(kind: Kind, config: Config) {
  return v.strictObject({ ...common, kind: v.literal(kind), config: v.strictObject(config) });
}

/** Without an ID the file stayed where the workflow came from: a problem says so until another one is chosen. */
const stepFile = v.strictObject({
  fileId: reference,
  name: title(255),
  contentType: text(120),
  sizeBytes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxAttachmentBytes)),
});

const card = v.strictObject({
  title: short,
  text: text(2000),
  picture: v.nullable(stepFile),
  links: few(v.strictObject({ label: text(80), url: text(2000) }), 5),
});

/** One step with its settings, which may still be incomplete: `findProblems` says what is missing. */
export const workflowStep = v.variant("kind", [
  step("say", {
    text: words,
    buttons: few(title(80), 10),
    card: v.optional(v.nullable(card)),
    file: v.optional(v.nullable(stepFile)),
  }),
  step("ask", {
    text: words,
    field: formField,
    retries: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10)),
    again: words,
  }),
  step("form", { text: words, fields: formFields(formField), saveAs }),
  step("model", { instructions: words, prompt: words, fields: formFields(formField), saveAs }),
  step("search", {
    question: words,
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)),
    saveAs,
  }),
  step("skill", { skill: reference, inputs, saveAs }),
  step("condition", { match, groups: few(v.strictObject({ match, rules: few(rule, 20) }), 10) }),
  step("switch", {
    value: words,
    cases: outlets(v.strictObject({ id: outletId, label: title(80), equals: short })),
  }),
  step("intent", {
    text: words,
    intents: outlets(v.strictObject({ id: outletId, label: title(80), examples: few(title(300), 20) })),
  }),
  step("loop", { list: expression, item: saveAs }),
  step("wait", {
    until: v.picklist(["time", "date", "event"]),
    seconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60 * 86_400, "Wait at most 60 days.")),
    date: short,
    event: events,
  }),
  step("approval", {
    text: words,
    memberIds: few(reference, 50),
    byAnother: v.boolean(),
    hours: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60 * 24, "Wait at most 60 days.")),
  }),
  step("set", { values: few(v.strictObject({ name: variableName, expression }), 30) }),
  step("code", { code: text(maxCodeCharacters), inputs, saveAs }),
  step("collection", {
    collection: text(200),
    action: v.picklist(["find", "add", "change"]),
    filters: few(
      v.strictObject({ column: text(200), operator: v.picklist(filterOperators), value: words }),
      10,
    ),
    values: v.pipe(
      v.record(v.pipe(v.string(), v.minLength(1), v.maxLength(200)), words),
      v.check((given) => Object.keys(given).length <= 50, "Use at most 50 columns."),
    ),
    saveAs,
  }),
  step("handOver", { note: text(2500) }),
  step("assign", { memberId: reference, teamId: reference }),
  step("label", { add: few(title(80), 20), remove: few(title(80), 20) }),
  step("resolve", { text: words }),
  step("email", { to: short, subject: short, text: text(20_000) }),
  step("workflow", { workflowId: reference, inputs, saveAs }),
  step("parallel", { branches: outlets(v.strictObject({ id: outletId, label: title(80) })) }),
  step("join", { mode: v.picklist(["all", "any"]) }),
  step("note", { text: words }),
  step("end", { expression }),
]);

const edge = v.strictObject({ from: stepId, outlet: outletId, to: stepId });

const variable = v.strictObject({
  name: variableName,
  type: v.picklist(variableTypes),
  description: text(500),
  value: v.nullable(
    v.pipe(
      text(20_000),
      v.check((given) => isJson(given), 'Write the value as JSON, such as "text", 5 or [1, 2].'),
    ),
  ),
  isInput: v.boolean(),
});

function isJson(given: string): boolean {
  try {
    JSON.parse(given);
    return true;
  } catch {
    return false;
  }
}

/* @__NO_SIDE_EFFECTS__ */
function apart<Item, Key>(keyOf: (item: Item) => Key, message: string) {
  return v.check<Item[], string>((all) => new Set(all.map(keyOf)).size === all.length, message);
}

/** Steps, edges by named outlets, and variables. */
export const workflowGraph: v.GenericSchema<unknown, Graph> = v.strictObject({
  steps: v.pipe(
    v.array(workflowStep),
    v.maxLength(maxGraphSteps, `A workflow has at most ${maxGraphSteps} steps.`),
    apart(({ id }) => id, "Two steps have the same ID."),
  ),
  edges: v.pipe(
    v.array(edge),
    v.maxLength(maxGraphEdges, `A workflow has at most ${maxGraphEdges} connections.`),
  ),
  variables: v.pipe(
    v.array(variable),
    v.maxLength(maxVariables, `A workflow has at most ${maxVariables} variables.`),
    apart(({ name }) => name, "Two variables have the same name."),
  ),
});

const phrases = v.pipe(v.array(title(300)), v.maxLength(50, "Use at most 50."));

/** What begins a run. */
export const workflowTrigger: v.GenericSchema<unknown, Trigger> = v.variant("kind", [
  v.strictObject({ kind: v.literal("manual") }),
  v.pipe(
    v.strictObject({
      kind: v.literal("message"),
      match: v.picklist(Object.keys(messageMatches) as MessageMatch[]), // keys of a literal object
      phrases,
    }),
    v.check(
      (given) => !["words", "intent"].includes(given.match) || given.phrases.length > 0,
      "Add at least one word or example.",
    ),
  ),
  v.strictObject({ kind: v.literal("event"), event: events }),
  v.strictObject({
    kind: v.literal("schedule"),
    cron: v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(200),
      v.check(
        (given) => given.split(/\s+/).length === 5,
        "Use five fields: minute, hour, day, month, weekday. A workflow can run at most once a minute.",
      ),
    ),
    timeZone: v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, "Choose a time zone.")),
  }),
  v.pipe(
    v.strictObject({
      kind: v.literal("webhook"),
      auth: v.picklist(Object.keys(hookAuths) as HookAuth[]), // keys of a literal object
      /** The header's name, or the user name of basic; not used by the others. */
      name: text(100),
    }),
    v.check(
      ({ auth, name }) => auth !== "header" || /^[A-Za-z0-9-]{1,100}$/.test(name),
      "Name the header, such as X-Secret.",
    ),
    v.check(({ auth, name }) => auth !== "basic" || /^[^:\s]{1,100}$/.test(name), "Enter a user name."),
  ),
  v.strictObject({
    kind: v.literal("service"),
    connection: v.pipe(title(60), v.minLength(1, "Choose a connection.")),
    events: v.pipe(v.array(title(200)), v.maxLength(50, "Use at most 50.")),
  }),
  v.strictObject({
    kind: v.literal("skill"),
    name: v.pipe(v.string(), v.regex(skillName, "Use up to 64 letters, digits, hyphens and underscores.")),
    description: v.pipe(text(1000), v.trim(), v.minLength(1, "Field is required")),
    examples: v.pipe(v.array(title(300)), v.maxLength(10, "Use at most 10 examples.")),
  }),
]);
