import { createHash } from "node:crypto";
import { maxRunSteps, maxStateBytes } from "../../../shared/domain/workflows/limits.ts";
import type { Graph, Step } from "../../../shared/domain/workflows/graph.ts";
import type { WaitReason } from "../../../shared/contract/workflows/runs.ts";
import type { ContactRow, ThreadRow } from "../../conversations/tables.ts";
import { newId } from "../../database/ids.ts";
import type { WorkflowRunRow, WorkflowRunStepRow } from "../tables.ts";
import { createFlow } from "./flow.ts";
import type { Activation, Changes, Flow, NewActivation } from "./flow.ts";

/** How a step came out, or what it waits for. */
export type Outcome =
  | { is: "done"; outlets?: readonly string[]; output?: unknown; save?: Record<string, unknown> }
  | { is: "failed"; message: string; isFinal?: boolean }
  | {
      is: "waits";
      for: WaitReason;
      wakeAt: number | null;
      work?: Record<string, unknown>;
      /** Given where somebody else already knows it. */
      token?: string;
      childRunId?: string;
    }
  | { is: "iterates"; items: readonly unknown[]; index: number }
  /** The conversation is a person's: it is done when the agent has it again. */
  | { is: "pauses" }
  | { is: "ends"; result: unknown };

/** A run while one transaction takes it on: changed in memory, and written once. */
export class Session {
  readonly run: WorkflowRunRow;
  readonly graph: Graph;
  /** All that it is at. */
  readonly steps: WorkflowRunStepRow[];
  thread: ThreadRow | null = null;
  contact: ContactRow | null = null;
  readonly added = new Set<WorkflowRunStepRow>();
  readonly changed = new Set<WorkflowRunStepRow>();
  /** What began to wait for a member's decision. */
  readonly asking = new Set<WorkflowRunStepRow>();
  readonly #flow: Flow;
  readonly #byId: Map<string, Step>;
  readonly #now: number;
  #variables: Record<string, unknown> | null = null;
  #hasChanged = false;

  constructor({
    run,
    graph,
    steps,
    now,
  }: {
    run: WorkflowRunRow;
    graph: Graph;
    steps: WorkflowRunStepRow[];
    now: number;
  }) {
    this.run = run;
    this.graph = graph;
    this.steps = steps;
    this.#now = now;
    this.#flow = createFlow(graph);
    this.#byId = new Map(graph.steps.map((step) => [step.id, step]));
  }

  get now(): number {
    return this.#now;
  }

  get isEnded(): boolean {
    return this.run.endedAt !== null;
  }

  get variables(): Record<string, unknown> {
    this.#variables ??= JSON.parse(this.run.variables) as Record<string, unknown>; // written by start and flush
    return this.#variables;
  }

  /** The steps that can be taken now. */
  get ready(): WorkflowRunStepRow[] {
    return this.steps.filter(({ state }) => state === "running");
  }

  find({ stepId }: Pick<WorkflowRunStepRow, "stepId">): Step | undefined {
    return this.#byId.get(stepId);
  }

  /** Begins with the first step, or with the one that a retry goes on from. */
  begin(stepId?: string): void {
    const first = stepId === undefined ? this.#flow.first : { stepId, scope: "", late: [], isJoining: false };
    if (first) this.#start(first);
    else this.end("done", null);
  }

  /** Takes a step on by how it came out. */
  apply(row: WorkflowRunStepRow, outcome: Outcome): void {
    this.changed.add(row);
    switch (outcome.is) {
      case "done":
        this.#save(outcome.save);
        if (this.isEnded) return;
        return this.#leave(row, outcome.outlets ?? ["next"], outcome.output);
      case "failed":
        return this.#fail(row, outcome);
      case "waits":
        return this.#park(row, outcome);
      case "iterates":
        return this.#iterate(row, outcome);
      case "pauses":
        return void (this.run.state = "paused");
      case "ends":
        if (measure(outcome.result, maxStateBytes) > maxStateBytes) return this.end("failed", tooMuch);
        Object.assign(row, { state: "done", outlet: null, endedAt: this.#now });
        row.output = write(outcome.result);
        this.run.result = JSON.stringify(outcome.result ?? null);
        return this.end("done", null);
      default:
        return outcome satisfies never;
    }
  }

  /** Ends the run, and all that it waits for. */
  end(state: "done" | "failed" | "cancelled", error: string | null): void {
    Object.assign(this.run, { state, error, endedAt: this.#now, wakeAt: null, pausedBecause: null });
    for (const row of this.steps.splice(0)) {
      if (row.endedAt !== null) continue;
      this.changed.add(row);
      Object.assign(row, { state: "cancelled", endedAt: this.#now, ...nothingWaited });
    }
  }

  /** Puts variables and times into the run's row. */
  settle(): void {
    if (this.#hasChanged && measure(this.variables, maxStateBytes) <= maxStateBytes)
      this.run.variables = JSON.stringify(this.variables);
    if (this.isEnded) return;
    const times = this.steps.flatMap(({ wakeAt }) => (wakeAt === null ? [] : [wakeAt]));
    this.run.wakeAt = this.run.state === "paused" ? this.run.endsAt : Math.min(this.run.endsAt, ...times);
    if (this.run.state !== "paused") this.run.state = this.ready.length > 0 ? "running" : "waiting";
  }

  #start({ stepId, scope, late, isJoining }: NewActivation): WorkflowRunStepRow | null {
    if (this.isEnded) return null;
    if (this.run.steps >= maxRunSteps) {
      this.end("failed", `The run reached the limit of ${maxRunSteps} steps. Check its loops.`);
      return null;
    }
    const step = this.#byId.get(stepId);
    if (!step) {
      this.end("failed", "A step of this run was deleted.");
      return null;
    }
    const { organizationId, id: runId } = this.run;
    const id = newId(this.#now);
    const row: WorkflowRunStepRow = {
      ...{
        organizationId,
        id,
        runId,
        number: this.run.steps,
        stepId,
        kind: step.kind,
        name: step.name,
        scope,
      },
      ...{ late: JSON.stringify(late), state: isJoining ? "joining" : "running", attempt: 0 },
      ...{ inputHash: null, input: null, output: null, outlet: null, error: null, work: "{}" },
      ...{ variables: this.#snapshot(), ...nothingWaited, childRunId: null },
      ...{ decidedBy: null, decidedByName: null, createdAt: this.#now, endedAt: null },
    };
    this.run.steps += 1;
    this.steps.push(row);
    this.added.add(row);
    return row;
  }

  /** What a retry from this step goes on with; of long ones none is kept. */
  #snapshot(): string | null {
    if (!this.#hasChanged) return this.run.variables.length <= keptVariables ? this.run.variables : null;
    return measure(this.variables, keptVariables) <= keptVariables ? JSON.stringify(this.variables) : null;
  }

  #save(values: Record<string, unknown> | undefined): void {
    if (!values) return;
    // A loop that doubles a text is stopped before the text is written out.
    if (measure(values, maxStateBytes) > maxStateBytes) return this.end("failed", tooMuch);
    for (const [name, value] of Object.entries(values)) if (name) this.variables[name] = value ?? null;
    this.#hasChanged = true;
    if (measure(this.variables, maxStateBytes) > maxStateBytes) this.end("failed", tooMuch);
  }

  #leave(row: WorkflowRunStepRow, outlets: readonly string[], output?: unknown): void {
    Object.assign(row, { state: "done", outlet: outlets.join(", "), endedAt: this.#now, ...nothingWaited });
    if (output !== undefined) row.output = write(output);
    this.#drop(row);
    const ended = { stepId: row.stepId, scope: row.scope, late: readLate(row) };
    this.#follow(this.#flow.leave(ended, outlets, this.steps.map(toActivation)));
  }

  #follow({ begin, joined, absorbed, iterated, late }: Changes): void {
    const made = begin.map((next) => this.#start(next));
    // What has just begun is known to the flow by its place.
    const rowOf = (id: string) =>
      id.startsWith("new ") ? made[Number(id.slice(4))] : this.steps.find((row) => row.id === id);
    const change = (id: string, values: Partial<WorkflowRunStepRow>) => {
      const row = rowOf(id);
      if (!row) return;
      Object.assign(row, values);
      this.changed.add(row);
      if (row.endedAt !== null) this.#drop(row);
    };
    for (const one of late) change(one.id, { late: JSON.stringify(one.late) });
    for (const id of joined) change(id, { state: "running" });
    for (const id of absorbed) change(id, { state: "absorbed", endedAt: this.#now });
    for (const id of iterated) change(id, { state: "running" });
    if (this.steps.length === 0 && !this.isEnded) this.end("done", null);
  }

  #iterate(row: WorkflowRunStepRow, { items, index }: { items: readonly unknown[]; index: number }): void {
    if (measure(items, maxStateBytes) > maxStateBytes) return this.end("failed", tooMuch);
    if (index >= items.length) return this.#leave(row, ["done"], { items: items.length });
    const step = this.#byId.get(row.stepId);
    const name = step?.kind === "loop" ? step.config.item : "";
    row.work = JSON.stringify({ items, index, name });
    row.state = "looping";
    const scope = `${row.scope}/${row.id}.${index}`;
    const item = { stepId: row.stepId, scope, late: readLate(row) };
    this.#follow(this.#flow.leave(item, ["each"], this.steps.map(toActivation)));
  }

  #fail(row: WorkflowRunStepRow, { message, isFinal = false }: { message: string; isFinal?: boolean }): void {
    const step = this.#byId.get(row.stepId);
    row.error = message.slice(0, 2000);
    if (step && !isFinal && row.attempt <= step.retry.times) {
      const ms = Math.min(step.retry.seconds * 2 ** (row.attempt - 1), 3600) * 1000;
      return this.#park(row, { is: "waits", for: "retry", wakeAt: this.#now + ms });
    }
    const hasWay = this.graph.edges.some(({ from, outlet }) => from === row.stepId && outlet === "error");
    if (hasWay) {
      this.#save({ error: { message: row.error, step: row.name } });
      this.#leave(row, ["error"]);
      return;
    }
    Object.assign(row, { state: "failed", endedAt: this.#now, ...nothingWaited });
    this.#drop(row);
    this.end("failed", `${row.name}: ${row.error}`);
  }

  #park(row: WorkflowRunStepRow, outcome: Extract<Outcome, { is: "waits" }>): void {
    const { threadId } = this.run;
    if (outcome.for === "approval") this.asking.add(row);
    Object.assign(row, {
      ...{ state: "waiting", waitsFor: outcome.for, wakeAt: outcome.wakeAt },
      token: outcome.token ?? newId(this.#now),
      work: JSON.stringify({ ...readWork(row), given: undefined, ...outcome.work }),
      ...{ threadId: byThread.has(outcome.for) ? threadId : null },
      ...(outcome.childRunId !== undefined && { childRunId: outcome.childRunId }),
    });
  }

  #drop(row: WorkflowRunStepRow): void {
    const at = this.steps.indexOf(row);
    if (at >= 0) this.steps.splice(at, 1);
  }
}

const tooMuch = `The variables are larger than ${maxStateBytes / 1000} kB. Store less in them.`;

/** About how many characters a value takes as JSON, counted no further than to `most`. */
export function measure(value: unknown, most: number): number {
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && size <= most) {
    const one = open.pop();
    if (typeof one === "string") size += one.length + 2;
    else if (typeof one !== "object" || one === null) size += 5;
    else {
      size += 2;
      for (const [name, inner] of Object.entries(one)) {
        size += Array.isArray(one) ? 1 : name.length + 4;
        open.push(inner);
        if (size > most) break;
      }
    }
  }
  return size;
}

/** A step that waits for nothing. */
export const nothingWaited = { waitsFor: null, token: null, wakeAt: null, threadId: null } as const;

const byThread: ReadonlySet<WaitReason> = new Set<WaitReason>(["answer", "event", "approval"]);
const keptVariables = 50_000;
const keptOfValue = 10_000;

function toActivation(row: WorkflowRunStepRow): Activation {
  const { id, stepId, scope, state } = row;
  const kept = state === "joining" || state === "looping" ? state : "live";
  return { id, stepId, scope, late: readLate(row), state: kept };
}

function readLate({ late }: Pick<WorkflowRunStepRow, "late">): string[] {
  return JSON.parse(late) as string[]; // written by the session
}

/** What a step keeps, with what it was given while it waited. */
export function readWork({ work }: Pick<WorkflowRunStepRow, "work">): Record<string, unknown> {
  return JSON.parse(work) as Record<string, unknown>; // written by the session
}

/** A value as the log keeps it. */
export function write(value: unknown): string | null {
  if (value === undefined) return null;
  if (measure(value, maxStateBytes) > maxStateBytes) return '"Too large to keep."';
  return JSON.stringify(value).slice(0, keptOfValue);
}

/** Notes what a try of a step is made with. */
export function noteInput(row: WorkflowRunStepRow, input: unknown): void {
  const text = write(input) ?? "null";
  row.input = text.slice(0, keptOfValue);
  row.inputHash = createHash("sha256").update(text).digest("hex").slice(0, 32);
}
