import type { FilterOperator } from "../collections.ts";
import type { FormField } from "../forms.ts";
import type { Condition } from "./conditions.ts";
import type { WorkflowEvent } from "./triggers.ts";

/** An outlet of a step that its owner names: a case, an intent or a branch. `id` is stable, `label` is shown. */
export interface NamedOutlet {
  id: string;
  label: string;
}

/** A file of the organization's storage that a step sends. Without an ID, an import left it out. */
export interface StepFile {
  fileId: string;
  name: string;
  contentType: string;
  sizeBytes: number;
}

/** A card: a title, a text, a picture and links. Channels without cards show it as text. */
export interface StepCard {
  title: string;
  text: string;
  picture: StepFile | null;
  links: { label: string; url: string }[];
}

/**
 * The settings of each kind of step. Texts may contain `{{variables}}` and paths into them; what is called `expression` or `list`
 * is JMESPath over all variables.
 */
export interface StepConfigs {
  say: { text: string; buttons: string[]; card?: StepCard | null; file?: StepFile | null };
  /** The answer is saved in the variable with the field's ID. */
  ask: { text: string; field: FormField; retries: number; again: string };
  form: { text: string; fields: FormField[]; saveAs: string };
  model: { instructions: string; prompt: string; fields: FormField[]; saveAs: string };
  search: { question: string; limit: number; saveAs: string };
  skill: { skill: string; inputs: Record<string, string>; saveAs: string };
  condition: Condition;
  switch: { value: string; cases: (NamedOutlet & { equals: string })[] };
  intent: { text: string; intents: (NamedOutlet & { examples: string[] })[] };
  /** The steps after `each` run for every item in order, then the steps after `done`. */
  loop: { list: string; item: string };
  /** Seconds for `time`; a date and time in ISO form for `date`; for `event` the most seconds to wait. */
  wait: { until: "time" | "date" | "event"; seconds: number; date: string; event: WorkflowEvent };
  /**
   * Empty: any member who may reply. With `byAnother`, the member who started the run can't decide.
   */
  approval: { text: string; memberIds: string[]; byAnother: boolean; hours: number };
  set: { values: { name: string; expression: string }[] };
  /** The body of a JavaScript function of `inputs`, whose value is saved. */
  code: { code: string; inputs: Record<string, string>; saveAs: string };
  collection: {
    collection: string;
    action: "find" | "add" | "change";
    filters: { column: string; operator: FilterOperator; value: string }[];
    values: Record<string, string>;
    saveAs: string;
  };
  handOver: { note: string };
  assign: { memberId: string; teamId: string };
  label: { add: string[]; remove: string[] };
  resolve: { text: string };
  email: { to: string; subject: string; text: string };
  workflow: { workflowId: string; inputs: Record<string, string>; saveAs: string };
  parallel: { branches: NamedOutlet[] };
  join: { mode: "all" | "any" };
  note: { text: string };
  end: { expression: string };
}
export type StepKind = keyof StepConfigs;

/** The files that a step sends, in the order in which people see them. */
export function filesOf({ card, file }: StepConfigs["say"]): StepFile[] {
  return [card?.picture, file].flatMap((one) => one ?? []);
}

/** A message step's settings with each of its files as `change` gives it. */
export function mapFiles(
  { card, file, ...config }: StepConfigs["say"],
  change: (file: StepFile) => StepFile,
): StepConfigs["say"] {
  return {
    ...config,
    ...(card && { card: { ...card, picture: card.picture && change(card.picture) } }),
    ...(file && { file: change(file) }),
  };
}

export const stepGroups = {
  talk: "Conversation",
  think: "AI and knowledge",
  decide: "Decisions",
  wait: "Waiting",
  act: "Actions",
  flow: "Flow",
} as const;
export type StepGroup = keyof typeof stepGroups;

interface StepKindRow<Config> {
  label: string;
  description: string;
  group: StepGroup;
  /** Works only in runs with a conversation. */
  inConversation: boolean;
  /** A run may wait here until a person or an event continues it. */
  waits: boolean;
  /** May fail, so it has an `error` outlet and a retry rule. */
  mayFail: boolean;
  /** Its fixed outlets with their labels, in order, after those that its owner names. */
  outlets: Readonly<Record<string, string>>;
  /** A new step of this kind. */
  empty: Config;
  /** The fields that must not be empty, with their names. */
  required: Partial<Record<keyof Config, string>>;
  /** Fields of texts with variables, and fields of expressions. */
  texts: readonly (keyof Config)[];
  expressions: readonly (keyof Config)[];
}

const next = { next: "Next" };
const plain = {
  inConversation: false,
  waits: false,
  mayFail: false,
  outlets: next,
  texts: [],
  expressions: [],
};

/** All kinds of steps. A new one is a row here, its settings in the contract, and a file in `server/workflows/steps`. */
export const stepKinds: { [Kind in StepKind]: StepKindRow<StepConfigs[Kind]> } = {
  say: {
    ...plain,
    ...{ label: "Say", description: "Writes a message, with buttons, a card or a file.", group: "talk" },
    inConversation: true,
    empty: { text: "", buttons: [] },
    required: {},
    texts: ["text", "card"],
  },
  ask: {
    ...plain,
    ...{ label: "Ask", description: "Asks for one thing and waits for a valid answer.", group: "talk" },
    ...{ inConversation: true, waits: true },
    outlets: { next: "Answered", failed: "No valid answer" },
    empty: {
      text: "",
      field: {
        ...{ id: "answer", type: "text", label: "Answer", description: "", options: [] },
        validations: { required: true },
      },
      retries: 2,
      again: "",
    },
    required: { text: "Question" },
    texts: ["text", "again"],
  },
  form: {
    ...plain,
    ...{ label: "Form", description: "Shows a form and waits until it is sent.", group: "talk" },
    ...{ inConversation: true, waits: true, mayFail: true },
    empty: { text: "", fields: [], saveAs: "form" },
    required: { fields: "Fields", saveAs: "Save as" },
    texts: ["text"],
  },
  model: {
    ...plain,
    ...{ label: "Ask the model", description: "Gets text, or fields, from the model.", group: "think" },
    mayFail: true,
    empty: { instructions: "", prompt: "", fields: [], saveAs: "reply" },
    required: { prompt: "Prompt", saveAs: "Save as" },
    texts: ["instructions", "prompt"],
  },
  search: {
    ...plain,
    ...{ label: "Search knowledge", description: "Finds passages in the agent's sources.", group: "think" },
    mayFail: true,
    empty: { question: "", limit: 5, saveAs: "passages" },
    required: { question: "Question", saveAs: "Save as" },
    texts: ["question"],
  },
  skill: {
    ...plain,
    ...{ label: "Run a skill", description: "Runs one of the agent's skills.", group: "act" },
    ...{ waits: true, mayFail: true },
    outlets: { next: "Done", declined: "Declined" },
    empty: { skill: "", inputs: {}, saveAs: "result" },
    required: { skill: "Skill", saveAs: "Save as" },
    texts: ["inputs"],
  },
  condition: {
    ...plain,
    ...{ label: "Condition", description: "Takes one of two branches.", group: "decide" },
    outlets: { yes: "Yes", no: "No" },
    empty: { match: "all", groups: [] },
    required: { groups: "Rules" },
    texts: ["groups"],
  },
  switch: {
    ...plain,
    ...{ label: "Switch", description: "Takes a branch by its value.", group: "decide" },
    outlets: { else: "Otherwise" },
    empty: { value: "", cases: [] },
    required: { value: "Value", cases: "Cases" },
    texts: ["value", "cases"],
  },
  intent: {
    ...plain,
    ...{ label: "By intent", description: "Takes the branch with the closest examples.", group: "decide" },
    mayFail: true,
    outlets: { else: "Otherwise" },
    empty: { text: "{{message.text}}", intents: [] },
    required: { text: "Text", intents: "Intents" },
    texts: ["text"],
  },
  loop: {
    ...plain,
    ...{ label: "Loop", description: "Repeats steps for each item of a list.", group: "flow" },
    outlets: { each: "For each", done: "Done" },
    empty: { list: "", item: "item" },
    required: { list: "List", item: "Name of the item" },
    expressions: ["list"],
  },
  wait: {
    ...plain,
    ...{ label: "Wait", description: "Waits for a time, a date or an event.", group: "wait", waits: true },
    outlets: { next: "Next", timeout: "Timed out" },
    empty: { until: "time", seconds: 3600, date: "", event: "message.received" },
    required: {},
    texts: ["date"],
  },
  approval: {
    ...plain,
    ...{ label: "Approval", description: "Waits for a member's decision.", group: "wait", waits: true },
    outlets: { approved: "Approved", declined: "Declined", expired: "Nobody decided" },
    empty: { text: "", memberIds: [], byAnother: true, hours: 72 },
    required: { text: "Text" },
    texts: ["text"],
  },
  set: {
    ...plain,
    ...{
      label: "Set variables",
      description: "Computes values with JMESPath.",
      group: "flow",
      mayFail: true,
    },
    empty: { values: [] },
    required: { values: "Variables" },
    expressions: ["values"],
  },
  code: {
    ...plain,
    ...{ label: "Code", description: "Computes a value with JavaScript.", group: "flow", mayFail: true },
    empty: { code: "", inputs: {}, saveAs: "value" },
    required: { code: "Code", saveAs: "Save as" },
    texts: ["inputs"],
  },
  collection: {
    ...plain,
    ...{ label: "Collection row", description: "Finds, adds or changes rows.", group: "act", mayFail: true },
    empty: { collection: "", action: "find", filters: [], values: {}, saveAs: "rows" },
    required: { collection: "Collection", saveAs: "Save as" },
    texts: ["filters", "values"],
  },
  handOver: {
    ...plain,
    ...{ label: "Hand over", description: "Gives the conversation to the team.", group: "act" },
    ...{ inConversation: true, mayFail: true },
    empty: { note: "" },
    required: {},
    texts: ["note"],
  },
  assign: {
    ...plain,
    ...{ label: "Assign", description: "Gives the conversation to a member or team.", group: "act" },
    ...{ inConversation: true, mayFail: true },
    empty: { memberId: "", teamId: "" },
    required: {},
  },
  label: {
    ...plain,
    ...{ label: "Label", description: "Adds labels to the conversation or removes them.", group: "act" },
    ...{ inConversation: true, mayFail: true },
    empty: { add: [], remove: [] },
    required: {},
  },
  resolve: {
    ...plain,
    ...{ label: "Resolve", description: "Says goodbye and resolves the conversation.", group: "act" },
    ...{ inConversation: true, mayFail: true },
    empty: { text: "" },
    required: {},
    texts: ["text"],
  },
  email: {
    ...plain,
    ...{ label: "Send e-mail", description: "Sends an e-mail.", group: "act", mayFail: true },
    empty: { to: "", subject: "", text: "" },
    required: { to: "To", subject: "Subject", text: "Text" },
    texts: ["to", "subject", "text"],
  },
  workflow: {
    ...plain,
    ...{ label: "Run a workflow", description: "Runs another workflow and takes its result.", group: "flow" },
    ...{ waits: true, mayFail: true },
    empty: { workflowId: "", inputs: {}, saveAs: "result" },
    required: { workflowId: "Workflow", saveAs: "Save as" },
    texts: ["inputs"],
  },
  parallel: {
    ...plain,
    ...{ label: "Parallel", description: "Runs several branches at once.", group: "flow", outlets: {} },
    empty: { branches: [] },
    required: { branches: "Branches" },
  },
  join: {
    ...plain,
    ...{ label: "Join", description: "Brings parallel branches together.", group: "flow" },
    empty: { mode: "all" },
    required: {},
  },
  note: {
    ...plain,
    ...{ label: "Note", description: "Writes a note that only the team sees.", group: "talk" },
    ...{ inConversation: true, mayFail: true },
    empty: { text: "" },
    required: { text: "Text" },
    texts: ["text"],
  },
  end: {
    ...plain,
    ...{ label: "End", description: "Ends the run, with a result if you like.", group: "flow", outlets: {} },
    empty: { expression: "" },
    required: {},
    expressions: ["expression"],
  },
};
export const stepKindNames = Object.keys(stepKinds) as StepKind[]; // keys of a literal object
