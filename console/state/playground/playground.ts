import { proxy } from "valtio";
import type { Snapshot } from "valtio";
import { tryAgent } from "../../../shared/contract/playground/playground.ts";
import type { TryEvent } from "../../../shared/contract/playground/playground.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { agents } from "../agents/agents.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { listTried } from "./triedHistory.ts";
import type { TriedAnswer, Turn, Version, TriedVisitor } from "./turn.ts";

/** Where answers of one model stand; two or three of them are a comparison. */
export interface Column {
  id: string;
  model: string | null;
}

interface Playground {
  agentId: string;
  version: Version;
  visitor: TriedVisitor;
  columns: Column[];
  turns: Turn[];
}

/** An answer as a screen reads it. */
export type ShownAnswer = Snapshot<TriedAnswer>;

/** The most models that are compared. */
export const mostColumns = 3;

/** What was asked of the agent that is being tried; kept only in this tab, until another agent is tried. */
export const playground = proxy<Playground>(anew(""));

const runs = new Map<string, AbortController>();
let lastId = 0;

/** Begins with an agent; what was asked of another one goes away. */
export function openPlayground(agentId: string): void {
  if (playground.agentId === agentId) return;
  stopAll();
  Object.assign(playground, anew(agentId));
}

/** Begins a conversation again, with the same models and the same visitor. */
export function restart(): void {
  stopAll();
  playground.turns = [];
}

/** Asks all columns at once, each by itself. */
export function askAll(place: AgentPlace, question: string): void {
  lastId += 1;
  playground.turns.push({ id: lastId, question, answers: {} });
  for (const { id } of playground.columns) askColumn(place, { turnId: lastId, columnId: id });
}

/** Has one column answer a question, for the first time or once more. */
export function askColumn(place: AgentPlace, { turnId, columnId }: AnswerPlace): void {
  const turn = playground.turns.find(({ id }) => id === turnId);
  const column = playground.columns.find(({ id }) => id === columnId);
  if (!turn || !column) return;
  const name = nameRun({ turnId, columnId });
  runs.get(name)?.abort();
  turn.answers[columnId] = newAnswer(column.model);
  const answer = turn.answers[columnId];
  const controller = new AbortController();
  runs.set(name, controller);
  void run({ place, turn, column, answer, signal: controller.signal }).finally(
    () => runs.get(name) === controller && runs.delete(name),
  );
}

/** Ends every answer that is being written, and the providers' work on it. */
export function stopAll(): void {
  for (const controller of runs.values()) controller.abort();
}

/** Adds a model to compare with, and gives its column; it has answered nothing so far. */
export function addColumn(model: string | null): string {
  lastId += 1;
  const id = `c${lastId}`;
  playground.columns.push({ id, model });
  return id;
}

/** Takes a column away with its answers; the last one stays. */
export function removeColumn(columnId: string): void {
  if (playground.columns.length === 1) return;
  for (const turn of playground.turns) {
    runs.get(nameRun({ turnId: turn.id, columnId }))?.abort();
    delete turn.answers[columnId];
  }
  playground.columns = playground.columns.filter(({ id }) => id !== columnId);
}

export interface AnswerPlace {
  turnId: number;
  columnId: string;
}

interface Run {
  place: AgentPlace;
  turn: Turn;
  column: Column;
  answer: TriedAnswer;
  signal: AbortSignal;
}

async function run({ place, turn, column, answer, signal }: Run): Promise<void> {
  const params = { orgId: place.orgId, productId: place.agentId };
  const { version, visitor } = answer;
  const { isVerified, isIdentified, isTeam, source } = visitor;
  const pageUrl = visitor.pageUrl.trim() || null;
  const before = playground.turns.filter(({ id }) => id < turn.id);
  const history = listTried(before, column.id);
  const who = {
    ...{ isVerified, ...(isIdentified && { isIdentified }), ...(isTeam && { isTeam }) },
    ...(source && { sourceIds: [source.id] }),
  };
  const data = { question: turn.question, history, version, pageUrl, ...who };
  const body = { data: column.model === null ? data : { ...data, model: column.model } };
  signal.addEventListener("abort", () => isUnderWay(answer) && (answer.status = "stopped"));
  try {
    for await (const event of client.stream(tryAgent, { params, body, signal })) {
      if (!signal.aborted) take(answer, event);
    }
    if (isUnderWay(answer)) fail(answer, { code: "offline", message: "The answer was cut off. Ask again." });
  } catch (thrown) {
    const { code, message, fields } = toRequestError(thrown);
    if (!signal.aborted) fail(answer, { code, message: fields[0]?.message ?? message });
  }
}

function take(answer: TriedAnswer, event: TryEvent): void {
  if (event.type === "delta") {
    answer.status = "streaming";
    answer.text += event.text;
    return;
  }
  const { citations, followUps, receipt } = event;
  Object.assign(answer, { status: event.type, citations, followUps, receipt });
  if (event.type === "failed") answer.error = event.error;
}

function fail(answer: TriedAnswer, error: NonNullable<TriedAnswer["error"]>): void {
  Object.assign(answer, { status: "failed", error });
}

/** Whether more of an answer is to come. */
export function isUnderWay({ status }: Pick<TriedAnswer, "status">): boolean {
  return status === "waiting" || status === "streaming";
}

function nameRun({ turnId, columnId }: AnswerPlace): string {
  return `${turnId} ${columnId}`;
}

function newAnswer(model: string | null): TriedAnswer {
  return {
    ...{
      status: "waiting",
      model,
      version: playground.version,
      revision: agents.items.find(({ id }) => id === playground.agentId)?.revision ?? null,
      visitor: { ...playground.visitor },
      text: "",
    },
    ...{ citations: [], followUps: [], receipt: null, testCase: null, error: null },
  };
}

function anew(agentId: string): Playground {
  const visitor = { pageUrl: "", isVerified: false, isIdentified: false, isTeam: false, source: null };
  return { agentId, version: "draft", visitor, columns: [{ id: "c0", model: null }], turns: [] };
}
