import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../../../shared/errors/errors.ts";
import { newId } from "../../database/ids.ts";
import { statement } from "../../database/statement.ts";
import type { ConversationDeps } from "../deps.ts";
import { answerChannel, endAnswer } from "./endAnswer.ts";
import type { AnswerEnd } from "./endAnswer.ts";
import { createTextKeeper } from "./keepTexts.ts";
import { takenWithinMs } from "./lease.ts";
import { readQuestion } from "./question.ts";
import { Run } from "./run.ts";
import type { MessageRow } from "../tables.ts";

/** Writes this process's answers to their end, whether anybody reads them or not. */
export interface Writer {
  /** By what rows say that this process writes them. */
  owner: string;
  /** Begins an answer whose row is stored with this process as its owner. */
  start(row: MessageRow): void;
  find(messageId: string): Run | undefined;
  /** Halts what is being written in a thread, or one message of it, and gives the runs with their text so far. */
  halt(threadId: string, messageId?: string): Run[];
  /** Stores the end of halted runs that nobody else has ended: they were stopped. */
  settle(runs: Run[]): Promise<void>;
  /**
   * Continues with what is being written for `withinMs`, as this process will end: most answers come to their end by
   * then. The others are handed over, and their readers here hear more of them until another process has words of its
   * own.
   */
  finish(withinMs: number): Promise<void>;
  /** Halts all, and lets another process, or the next start, take them over immediately. */
  close(): Promise<void>;
}

/** What does not let itself be halted in this time is left behind. */
const closeWithinMs = 2000;

/** Makes this process's writer. */
export function createWriter(deps: ConversationDeps): Writer {
  const owner = newId();
  const runs = new Map<string, Run>();
  const keeper = createTextKeeper(deps, owner);

  async function write(run: Run): Promise<void> {
    const { row } = run;
    const stopKeeping = keeper.keep(run);
    const unsubscribe = deps.bus.subscribe(answerChannel(row.id), (text) => {
      // What the keeper tells of is this process's own.
      if (text !== owner) void leaveIfLost(deps, run, owner);
    });
    try {
      // What was stored after this one may have ended already.
      await leaveIfLost(deps, run, owner);
      const end = run.isHalted ? null : await speak(deps, run);
      await stopKeeping();
      if (end) await store(run, end);
    } catch (error) {
      if (!(error instanceof AppError)) deps.report(error);
    } finally {
      await stopKeeping();
      unsubscribe();
      if (runs.get(row.id) === run) runs.delete(row.id);
      run.wake();
    }
  }

  async function store(run: Run, end: AnswerEnd): Promise<void> {
    const options = { row: run.row, end, now: deps.now() };
    const ended = await deps.store.transaction((tx) => endAnswer(deps, tx, options));
    if (ended) run.end(ended);
  }

  return {
    owner,
    find: (messageId) => runs.get(messageId),
    start: (row) => {
      const before = runs.get(row.id);
      // Two that were stored one after the other may be begun the other way round.
      if (before && before.row.generation > row.generation) return;
      before?.halt();
      const run = new Run(row);
      runs.set(row.id, run);
      run.done = write(run);
    },
    halt: (threadId, messageId) => {
      const halted = [...runs.values()].filter(
        ({ row }) => row.threadId === threadId && (messageId === undefined || row.id === messageId),
      );
      halted.forEach((run) => run.halt());
      return halted;
    },
    settle: async (halted) => {
      for (const run of halted) await store(run, endOf(run, "stopped"));
    },
    finish: async (withinMs) => {
      const startedAt = performance.now();
      await areDone([...runs.values()], withinMs - takenWithinMs);
      const left = [...runs.values()];
      // What has said nothing has nothing to continue with, and gives back what it cost before another one is charged.
      const silent = left.filter(({ text }) => text === "");
      silent.forEach((run) => run.halt());
      await areDone(silent, closeWithinMs);
      await keeper.leave(left).catch(deps.report);
      await areDone(left, withinMs - (performance.now() - startedAt));
    },
    close: async () => {
      const open = [...runs.values()];
      open.forEach((run) => run.halt());
      await areDone(open, closeWithinMs);
      await keeper.leave(open).catch(deps.report);
    },
  };
}

/** Resolves when nothing more is written for any of them, or when that takes too long. */
async function areDone(runs: Run[], withinMs: number): Promise<void> {
  const done = Promise.all(runs.map((run) => run.done));
  await Promise.race([done, wait(Math.max(0, withinMs), undefined, { ref: false })]);
}

/** Gives how a run that was halted, or came to its end by itself, is stored. */
export function endOf(
  { text, outcome }: Run,
  status: AnswerEnd["status"],
  error: AnswerEnd["error"] = null,
): AnswerEnd {
  return { status, text, outcome: outcome?.() ?? null, error };
}

/** Lets the agent answer into the run; null where it was halted, because the halting code stores its end. */
async function speak(deps: ConversationDeps, run: Run): Promise<AnswerEnd | null> {
  try {
    const question = await readQuestion(deps, run.row, run.signal);
    if (!question) return run.isHalted ? null : endOf(run, "stopped");
    const answer = deps.answering.answer(question);
    run.outcome = answer.outcome;
    await answer.speak((text) => run.add(text));
    if (run.isHalted) return null;
    const outcome = answer.outcome();
    const { error } = outcome;
    return { status: error ? "failed" : "sent", text: run.text, outcome, error };
  } catch (error) {
    if (run.isHalted) return null;
    const isUnheard = error instanceof AppError && error.code === "speech_failed";
    if (isUnheard) {
      const message = `${error.message} Please write instead.`;
      return endOf(run, "failed", { code: error.code, message });
    }
    deps.report(error);
    return endOf(run, "failed", { code: "model_failed", message: new AppError("model_failed").message });
  }
}

/** A text on the answer's channel may mean that it was stopped elsewhere, or taken over. */
async function leaveIfLost({ store, report }: ConversationDeps, run: Run, owner: string): Promise<void> {
  if (run.isHalted) return;
  try {
    const { organizationId, id } = run.row;
    const [row] = await selectHolder(store.db, { organizationId, id });
    const isOurs =
      row?.status === "streaming" && row.owner === owner && row.generation === run.row.generation;
    if (isOurs) return;
    run.halt();
    run.wake();
  } catch (error) {
    report(error);
  }
}

const selectHolder = statement((db, { organizationId, id }: Pick<MessageRow, "organizationId" | "id">) =>
  db
    .selectFrom("messages")
    .select(["status", "generation", "owner"])
    .where("organizationId", "=", organizationId)
    .where("id", "=", id),
);
