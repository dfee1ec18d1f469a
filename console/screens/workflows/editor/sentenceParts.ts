import { conditionOperators } from "../../../../shared/domain/workflows/conditions.ts";
import type { ConditionOperator } from "../../../../shared/domain/workflows/conditions.ts";
import type { Step } from "../../../../shared/domain/workflows/graph.ts";
import type { StepConfigs } from "../../../../shared/domain/workflows/steps.ts";
import type { StepChoices } from "../../../state/workflows/stepChoices.ts";

/** A parameter of a step, in the place where its sentence has it. */
export interface SentenceField {
  label: string;
  value: string;
  /** A name or a number instead of a text. */
  isShort?: boolean;
  /** The values to choose from. */
  options?: readonly { value: string; label: string }[];
  /** What may be typed, for a value that is none. */
  range?: string;
  /** The step with this value; null where it is none. */
  change: (value: string) => Step | null;
}

export type SentencePart = string | SentenceField;

/** What sentences of a workflow can choose from. */
export type SentenceChoices = Pick<StepChoices, "skills" | "collections">;

/** The unit in which a length of time is edited; the largest that fits until one is chosen. */
interface LengthUnit {
  seconds: number | null;
  onChange: (seconds: number) => void;
}

/** A step as its sentence with the parameters that can be edited in it. What it doesn't name is in the step's settings. */
export function sentenceParts(step: Step, choices: SentenceChoices, unit: LengthUnit): SentencePart[] {
  /** A text of the step's settings. */
  const text = <Config extends Step["config"]>(
    config: Config,
    key: keyof Config & string,
    { label, isShort = false }: { label: string; isShort?: boolean },
  ) => ({
    ...{ label, isShort, value: String(config[key]) },
    change: (value: string) => ({ ...step, config: { ...config, [key]: value } }) as Step, // of its own kind
  });
  const saved = (config: Step["config"] & { saveAs: string }, words: string): SentencePart[] => [
    words,
    text(config, "saveAs", { label: "Save as", isShort: true }),
  ];
  switch (step.kind) {
    case "say":
      return ["Say", text(step.config, "text", { label: "Text" })];
    case "ask": {
      const { config } = step;
      const { field } = config;
      return [
        ...["Ask", text(config, "text", { label: "Question" }), "and keep the answer as"],
        {
          ...{ label: "Save as", isShort: true, value: field.id },
          change: (id) => ({ ...step, config: { ...config, field: { ...field, id } } }),
        },
      ];
    }
    case "form":
      return [
        "Show a form with",
        text(step.config, "text", { label: "Text" }),
        ...saved(step.config, "and keep it as"),
      ];
    case "model":
      return [
        "Ask the model",
        text(step.config, "prompt", { label: "Prompt" }),
        ...saved(step.config, "and keep its reply as"),
      ];
    case "search":
      return [
        ...["Search the knowledge for", text(step.config, "question", { label: "Question" })],
        ...saved(step.config, "and keep what is found as"),
      ];
    case "skill": {
      const names = listNames(step.config.skill, choices.skills);
      const skill = text(step.config, "skill", { label: "Skill" });
      return [
        "Run the skill",
        { ...skill, options: names.map((value) => ({ value, label: value || "Choose a skill" })) },
        ...saved(step.config, "and keep the result as"),
      ];
    }
    case "condition":
      return conditionParts(step, step.config);
    case "switch":
      return ["Look at", text(step.config, "value", { label: "Value" })];
    case "intent":
      return ["Decide what this is about:", text(step.config, "text", { label: "Text" })];
    case "loop":
      return [
        "For each",
        text(step.config, "item", { label: "Name of the item", isShort: true }),
        "of",
        text(step.config, "list", { label: "List", isShort: true }),
      ];
    case "wait":
      return waitParts(step, step.config, unit);
    case "approval": {
      const { config } = step;
      return [
        ...["Ask a member to approve", text(config, "text", { label: "Text" }), "within"],
        {
          ...{ label: "Hours", isShort: true, value: String(config.hours) },
          range: `1 to ${mostDays * 24} hours.`,
          change: (value) => {
            const hours = Number(value);
            const isRight = Number.isInteger(hours) && hours >= 1 && hours <= mostDays * 24;
            return isRight ? { ...step, config: { ...config, hours } } : null;
          },
        },
        "hours",
      ];
    }
    case "set": {
      const { config } = step;
      return config.values.flatMap(({ name, expression }, at): SentencePart[] => {
        const set = (part: Partial<(typeof config.values)[number]>): Step => ({
          ...step,
          config: { values: config.values.map((one, index) => (index === at ? { ...one, ...part } : one)) },
        });
        return [
          at === 0 ? "Set" : "and",
          { label: "Variable", isShort: true, value: name, change: (value) => set({ name: value }) },
          "to",
          { label: "Value", value: expression, change: (value) => set({ expression: value }) },
        ];
      });
    }
    case "code":
      return ["Run code", ...saved(step.config, "and keep its value as")];
    case "collection": {
      const names = listNames(step.config.collection, choices.collections);
      const collection = text(step.config, "collection", { label: "Collection" });
      return [
        { find: "Find rows in", add: "Add a row to", change: "Change rows of" }[step.config.action],
        { ...collection, options: names.map((value) => ({ value, label: value || "Choose a collection" })) },
      ];
    }
    case "handOver":
      return [
        "Hand the conversation over to the team with the note",
        text(step.config, "note", { label: "Note" }),
      ];
    case "label": {
      const { config } = step;
      const list = (key: "add" | "remove", label: string): SentenceField => ({
        ...{ label, value: config[key].join(", ") },
        change: (value) => ({
          ...step,
          config: { ...config, [key]: value.split(/,\s*/).filter((one) => one.trim() !== "") },
        }),
      });
      return [
        "Add the labels",
        list("add", "Labels to add"),
        "and remove",
        list("remove", "Labels to remove"),
      ];
    }
    case "resolve":
      return ["Say", text(step.config, "text", { label: "Text" }), "and resolve the conversation"];
    case "email":
      return [
        "Send",
        text(step.config, "subject", { label: "Subject" }),
        "by e-mail to",
        text(step.config, "to", { label: "To" }),
      ];
    case "note":
      return ["Note for the team:", text(step.config, "text", { label: "Note" })];
    case "end":
      return ["End with", text(step.config, "expression", { label: "Result" }), "as the result"];
    case "assign":
    case "workflow":
    case "parallel":
    case "join":
      return [];
    default:
      return step satisfies never;
  }
}

/** Includes the chosen one, even if it was deleted. */
function listNames(chosen: string, known: readonly { name: string }[]): string[] {
  return [...new Set([chosen, ...known.map(({ name }) => name)])];
}

function conditionParts(step: Step, config: StepConfigs["condition"]): SentencePart[] {
  const rules = config.groups.flatMap(({ rules: all }, group) =>
    all.map((rule, at) => ({ rule, group, at })),
  );
  return rules.flatMap(({ rule, group, at }, index): SentencePart[] => {
    const set = (part: Partial<typeof rule>): Step =>
      ({
        ...step,
        config: {
          ...config,
          groups: config.groups.map((one, place) =>
            place === group
              ? { ...one, rules: one.rules.map((old, number) => (number === at ? { ...old, ...part } : old)) }
              : one,
          ),
        },
      }) as Step; // a condition with other rules
    const joined = config.groups[group]?.match === "any" && at > 0 ? "or" : "and";
    return [
      index === 0 ? "Check whether" : joined,
      { label: "Value", value: rule.value, change: (value) => set({ value }) },
      {
        ...{ label: "Comparison", value: rule.operator, options: operators },
        change: (value) => set({ operator: value as ConditionOperator }), // one of the options
      },
      ...(conditionOperators[rule.operator].takesValue
        ? [{ label: "Compared with", value: rule.to, change: (value: string) => set({ to: value }) }]
        : []),
    ];
  });
}

const operators = Object.entries(conditionOperators).map(([value, { label }]) => ({ value, label }));

function waitParts(step: Step, config: StepConfigs["wait"], chosen: LengthUnit): SentencePart[] {
  const set = (part: Partial<StepConfigs["wait"]>) => ({ ...step, config: { ...config, ...part } }) as Step; // a wait
  if (config.until === "date")
    return ["Wait until", { label: "Date", value: config.date, change: (date) => set({ date }) }];
  const fitting = units.filter(({ seconds }) => config.seconds % seconds === 0);
  const unit = fitting.find(({ seconds }) => seconds === chosen.seconds) ?? fitting[0] ?? units[3];
  const take = (count: number, each: number) => {
    const seconds = count * each;
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > mostDays * 86_400) return null;
    chosen.onChange(each);
    return set({ seconds });
  };
  const count = config.seconds / unit.seconds;
  return [
    config.until === "event" ? "Wait for the event for at most" : "Wait",
    {
      label: "How long",
      isShort: true,
      value: String(count),
      range: `1 second to ${mostDays} days.`,
      change: (value) => take(Number(value), unit.seconds),
    },
    {
      ...{ label: "Unit", value: String(unit.seconds) },
      options: units.map(({ seconds, label }) => ({ value: String(seconds), label })),
      change: (value) => take(count, Number(value)),
    },
  ];
}

/** The longest that a workflow waits. */
const mostDays = 60;

const units = [
  { seconds: 86_400, label: "days" },
  { seconds: 3600, label: "hours" },
  { seconds: 60, label: "minutes" },
  { seconds: 1, label: "seconds" },
] as const;
