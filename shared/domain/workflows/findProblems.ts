import { builtInVariables, outletsOf, savedBy, startId, startOutlet } from "./graph.ts";
import type { Edge, Graph, Step } from "./graph.ts";
import { createReach } from "./reach.ts";
import { filesOf, stepKinds } from "./steps.ts";
import type { StepConfigs } from "./steps.ts";
import { listPaths, rootOf } from "./templates.ts";
import { triggerKinds } from "./triggers.ts";
import type { TriggerKind } from "./triggers.ts";

export const problemKinds = [
  "no_start",
  "unreachable",
  "missing_field",
  "missing_variable",
  "missing_edge",
  "bad_edge",
  "endless_cycle",
  "unknown_reference",
  "needs_conversation",
  "bad_expression",
] as const;
export type ProblemKind = (typeof problemKinds)[number];

/** What is wrong with a step, in words. `stepId` is null where it is about the workflow itself. */
export interface Problem {
  kind: ProblemKind;
  stepId: string | null;
  /** Of the step's settings, or an outlet. */
  field: string | null;
  message: string;
  /** It can't be published; otherwise it is only worth a look. */
  blocks: boolean;
}

/** What a workflow can refer to, by name or ID; what is left out is not checked. */
export interface Known {
  skills?: readonly string[] | undefined;
  collections?: readonly string[] | undefined;
  workflows?: readonly string[] | undefined;
  labels?: readonly string[] | undefined;
  members?: readonly string[] | undefined;
  teams?: readonly string[] | undefined;
}

/** Finds what keeps a workflow from running as it looks, in the order of its steps. */
export function findProblems(graph: Graph, about: { trigger?: TriggerKind; known?: Known } = {}): Problem[] {
  const { steps } = graph;
  const byId = new Map(steps.map((step) => [step.id, step]));
  const edges = graph.edges.filter((edge) => isGood(edge, byId));
  const reach = createReach(edges);
  return [
    ...findStartProblems(graph, edges),
    ...findBadEdges(graph, byId),
    ...steps.flatMap((step) => [
      ...findUnreachable(step, reach(startId)),
      ...findMissingFields(step),
      ...findMissingVariables(step, { graph, reach }),
      ...findMissingEdges(step, edges),
      ...findUnknown(step, about.known ?? {}),
      ...findHomeless(step, about.trigger),
    ]),
    ...findEndless(steps, edges),
  ];
}

const blocking = { blocks: true } as const;

function findStartProblems({ steps }: Graph, edges: readonly Edge[]): Problem[] {
  if (edges.some(({ from }) => from === startId)) return [];
  const message = steps.length === 0 ? "Add a step." : "Choose the first step.";
  return [{ kind: "no_start", stepId: null, field: null, message, ...blocking }];
}

function isGood({ from, outlet, to }: Edge, byId: ReadonlyMap<string, Step>): boolean {
  if (!byId.has(to)) return false;
  const step = byId.get(from);
  return from === startId
    ? outlet === startOutlet
    : step !== undefined && outletsOf(step).some(({ id }) => id === outlet);
}

function findBadEdges({ edges }: Graph, byId: ReadonlyMap<string, Step>): Problem[] {
  const seen = new Set<string>();
  return edges.flatMap((edge): Problem[] => {
    const stepId = byId.has(edge.from) ? edge.from : null;
    const common = { kind: "bad_edge" as const, stepId, field: edge.outlet, ...blocking };
    if (!isGood(edge, byId)) {
      return [{ ...common, message: "This connection leads to or from a missing step. Remove it." }];
    }
    const key = `${edge.from}\n${edge.outlet}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    if (isFirst) return [];
    return [{ ...common, message: "Two steps follow the same branch. Use a Parallel step to run both." }];
  });
}

function findUnreachable({ id, name }: Step, reached: ReadonlySet<string>): Problem[] {
  if (reached.has(id)) return [];
  const message = `Nothing leads to "${name}". Connect it or delete it.`;
  return [{ kind: "unreachable", stepId: id, field: null, message, blocks: false }];
}

function findMissingFields(step: Step): Problem[] {
  const { required } = stepKinds[step.kind];
  const missing = Object.entries(required).filter(([field]) => isEmpty(readField(step, field)));
  const more = extraFields(step);
  return [...missing, ...more].map(([field, label]) => ({
    ...{ kind: "missing_field" as const, stepId: step.id, field },
    ...{ message: `Fill in ${String(label)} of "${step.name}".`, ...blocking },
  }));
}

/** Fields that are needed only where another one says so. */
function extraFields(step: Step): [string, string][] {
  switch (step.kind) {
    case "say":
      return sayFields(step.config);
    case "wait":
      return step.config.until === "date" && step.config.date.trim() === "" ? [["date", "Date"]] : [];
    case "assign":
      return step.config.memberId || step.config.teamId ? [] : [["memberId", "Member or team"]];
    case "label":
      return step.config.add.length + step.config.remove.length > 0 ? [] : [["add", "Labels"]];
    case "condition":
      return step.config.groups.some(({ rules }) => rules.length === 0) ? [["groups", "Rules"]] : [];
    default:
      return [];
  }
}

function sayFields(config: StepConfigs["say"]): [string, string][] {
  const { text, card } = config;
  const missing = filesOf(config).filter(({ fileId }) => fileId === "");
  return [
    ...(text.trim() === "" && !card && filesOf(config).length === 0 ? [pair("text", "Text")] : []),
    ...(card && card.title.trim() === "" ? [pair("card", "Title of the card")] : []),
    ...(card?.links.some(({ label, url }) => label.trim() === "" || !mayLead(url))
      ? [pair("card", "Links of the card, each with a label and an https:// address,")]
      : []),
    ...missing.map(({ name }) => pair(card?.picture?.fileId === "" ? "card" : "file", `File (${name})`)),
  ];
}

/** What a variable gives is known only when it is said. */
function mayLead(url: string): boolean {
  return /^\s*(?:https?:\/\/\S|\{\{)/i.test(url);
}

function pair(field: string, label: string): [string, string] {
  return [field, label];
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : typeof value === "string" && value.trim() === "";
}

function readField({ config }: Step, field: string): unknown {
  return (config as unknown as Record<string, unknown>)[field]; // a name of the kind's own row
}

type Paths = { graph: Graph; reach: (from: string) => ReadonlySet<string> };

function findMissingVariables(step: Step, { graph, reach }: Paths): Problem[] {
  const before = graph.steps.filter(({ id }) => reach(id).has(step.id));
  const known = new Set([
    ...Object.keys(builtInVariables),
    ...graph.variables.map(({ name }) => name),
    ...before.flatMap(savedBy),
    ...(step.kind === "set" ? savedBy(step) : []),
  ]);
  return listUses(step)
    .filter(({ name }) => !known.has(name))
    .map(({ field, name }) => ({
      ...{ kind: "missing_variable" as const, stepId: step.id, field },
      message: `"${step.name}" uses {{${name}}}, which no earlier step sets. Set it first, or add it to the variables.`,
      ...blocking,
    }));
}

/** The variables that a step reads, by the field that does. */
export function listUses(step: Step): { field: string; name: string }[] {
  const { texts, expressions } = stepKinds[step.kind];
  const uses = [
    ...texts.flatMap((field) =>
      textsIn(readField(step, field))
        .flatMap(listPaths)
        .map((path) => ({ field, name: path.split(".")[0] ?? path })),
    ),
    ...expressions.flatMap((field) =>
      expressionsIn(readField(step, field)).map((one) => ({ field, name: rootOf(one) })),
    ),
  ];
  const found = uses.flatMap(({ field, name }) => (name === null ? [] : [{ field: String(field), name }]));
  return [...new Map(found.map((one) => [`${one.field}\n${one.name}`, one])).values()];
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function expressionsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return (value as { expression: string }[]).map(({ expression }) => expression); // `set` has the only list
}

function findMissingEdges(step: Step, edges: readonly Edge[]): Problem[] {
  const connected = new Set(edges.filter(({ from }) => from === step.id).map(({ outlet }) => outlet));
  const mustLead = (outlet: string) => step.kind === "parallel" || outlet === "each";
  const outlets = outletsOf(step).filter(({ id }) => !["error", "next", "done"].includes(id));
  return outlets
    .filter(({ id }) => !connected.has(id))
    .map(({ id, label }) => ({
      ...{ kind: "missing_edge" as const, stepId: step.id, field: id, blocks: mustLead(id) },
      message: mustLead(id)
        ? `Nothing follows “${label}” of “${step.name}”. Connect it to a step.`
        : `Nothing follows “${label}” of “${step.name}”: the run ends there.`,
    }));
}

function findUnknown(step: Step, known: Known): Problem[] {
  const references = listReferences(step).filter(
    ({ list, name }) => name !== "" && known[list] && !known[list].includes(name),
  );
  return references.map(({ list, field, name }) => ({
    ...{ kind: "unknown_reference" as const, stepId: step.id, field, ...blocking },
    message: `"${step.name}" uses a ${nouns[list]} that doesn’t exist${isReadable(list) ? `: ${name}` : ""}. Choose another one.`,
  }));
}

const nouns: Record<keyof Known, string> = {
  skills: "skill",
  collections: "data collection",
  workflows: "workflow",
  labels: "label",
  members: "member",
  teams: "team",
};

function isReadable(list: keyof Known): boolean {
  return list === "skills" || list === "collections" || list === "labels";
}

function listReferences({ kind, config }: Step): { list: keyof Known; field: string; name: string }[] {
  switch (kind) {
    case "skill":
      return [{ list: "skills", field: "skill", name: config.skill }];
    case "collection":
      return [{ list: "collections", field: "collection", name: config.collection }];
    case "workflow":
      return [{ list: "workflows", field: "workflowId", name: config.workflowId }];
    case "label":
      return [...config.add, ...config.remove].map((name) => ({ list: "labels", field: "add", name }));
    case "approval":
      return config.memberIds.map((name) => ({ list: "members", field: "memberIds", name }));
    case "assign":
      return [
        { list: "members", field: "memberId", name: config.memberId },
        { list: "teams", field: "teamId", name: config.teamId },
      ];
    default:
      return [];
  }
}

function findHomeless({ id, kind, name }: Step, trigger: TriggerKind | undefined): Problem[] {
  if (trigger === undefined || !stepKinds[kind].inConversation || triggerKinds[trigger].inConversation)
    return [];
  const message = `"${name}" needs a conversation. A run that begins ${startWords[trigger]} has one only if it is given one.`;
  return [{ kind: "needs_conversation", stepId: id, field: null, message, blocks: false }];
}

const startWords: Record<TriggerKind, string> = {
  manual: "by hand",
  message: "with a message",
  event: "with an event",
  schedule: "on a schedule",
  webhook: "with a webhook",
  service: "with an event of a service",
  skill: "as a skill",
};

/** A circle must wait for somebody or something, or have a way out; a loop's own way back ends by itself. */
function findEndless(steps: readonly Step[], edges: readonly Edge[]): Problem[] {
  const loops = new Set(steps.filter(({ kind }) => kind === "loop").map(({ id }) => id));
  const reachAll = createReach(edges);
  const isReturn = ({ from, to }: Edge) => {
    const body = edges.find((edge) => edge.from === to && edge.outlet === "each")?.to;
    return loops.has(to) && body !== undefined && (body === from || reachAll(body).has(from));
  };
  const ways = edges.filter((edge) => !isReturn(edge));
  const reach = createReach(ways);
  const told = new Set<string>();
  return steps.flatMap((step): Problem[] => {
    if (told.has(step.id) || !reach(step.id).has(step.id)) return [];
    const circle = steps.filter(({ id }) => reach(step.id).has(id) && reach(id).has(step.id));
    for (const { id } of circle) told.add(id);
    const isIn = new Set(circle.map(({ id }) => id));
    const leaves = ways.some(({ from, to }) => isIn.has(from) && !isIn.has(to));
    const ends = circle.some((one) => hasOpenBranch(one, ways));
    if (leaves || ends || circle.some(({ kind }) => stepKinds[kind].waits)) return [];
    const names = circle.map(({ name }) => `"${name}"`).join(", ");
    const message = `${names} repeat forever. Add an exit or a step that waits.`;
    return [{ kind: "endless_cycle", stepId: step.id, field: null, message, ...blocking }];
  });
}

/** Whether one of a step's ways ends the run. */
function hasOpenBranch(step: Step, edges: readonly Edge[]): boolean {
  return outletsOf(step).some(
    ({ id }) => id !== "error" && !edges.some(({ from, outlet }) => from === step.id && outlet === id),
  );
}
