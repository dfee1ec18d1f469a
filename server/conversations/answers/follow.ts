import type { AnswerEvent } from "../../../shared/contract/conversations/conversations.ts";
import type { ConversationDeps } from "../deps.ts";
import { answerChannel } from "./endAnswer.ts";
import { presentVisitorMessage } from "../messages/present.ts";
import type { Run } from "./run.ts";
import type { MessageRow } from "../tables.ts";
import type { Writer } from "./writer.ts";

export interface Following {
  organizationId: string;
  messageId: string;
  /** What the reader has already. */
  generation: number;
  offset: number;
  signal: AbortSignal;
}

interface State {
  generation: number;
  text: string;
  /** The row of an answer that has ended. */
  ended: MessageRow | undefined;
}

/** How often the row is read where no word comes from the bus. */
const recheckMs = 2000;

/**
 * Streams an answer from where the reader is to its end, whichever process writes it. It looks at the whole text each
 * time the reader takes more, so a slow reader costs no memory, and text that is rewritten begins with a `restart`.
 */
export async function* followAnswer(
  deps: ConversationDeps,
  writer: Writer,
  following: Following,
): AsyncGenerator<AnswerEvent, void, void> {
  const { messageId, signal } = following;
  let { generation, offset } = following;
  let run: Run | undefined;
  let unwatch: (() => void) | undefined;
  // What this process tells the others of its own answers is known from the run here.
  const isNews = (text: string | null) => text !== writer.owner || run === undefined;
  const alarm = createAlarm(deps, { messageId, signal, isNews });
  try {
    for (;;) {
      alarm.reset();
      const found = writer.find(messageId);
      if (found !== run) {
        unwatch?.();
        unwatch = found?.watch(alarm.ring);
        run = found;
      }
      const state = readRun(run, generation) ?? (await readRow(deps, following));
      if (!state || alarm.hasLeft()) return;
      const isBehind = state.ended !== undefined && offset > state.text.length;
      // Until there are words of what is rewritten, what was written before stays.
      const isAnew = state.generation !== generation && (state.text !== "" || state.ended !== undefined);
      if (isAnew || isBehind) {
        [generation, offset] = [state.generation, 0];
        yield { type: "restart", generation };
      }
      if (state.generation === generation && state.text.length > offset) {
        const text = state.text.slice(offset);
        yield { type: "delta", generation, offset, text };
        offset += text.length;
      }
      if (state.ended) return yield endEvent(state.ended, deps);
      await alarm.rung();
      if (alarm.hasLeft()) return;
    }
  } finally {
    unwatch?.();
    alarm.stop();
  }
}

/** Gives how far an answer is that this process writes; a reader who has seen a later generation doesn't go back to it. */
function readRun(run: Run | undefined, generation: number): State | null {
  if (!run || run.row.generation < generation) return null;
  const { ended } = run;
  if (ended) return { generation: ended.generation, text: ended.content, ended };
  return run.isHalted ? null : { generation: run.row.generation, text: run.text, ended: undefined };
}

async function readRow(
  { store }: ConversationDeps,
  { organizationId, messageId }: Following,
): Promise<State | null> {
  const row = await store.db
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", messageId)
    .executeTakeFirst();
  if (!row) return null;
  const ended = row.status === "streaming" ? undefined : row;
  return { generation: row.generation, text: row.content, ended };
}

function endEvent(row: MessageRow, deps: ConversationDeps): AnswerEvent {
  return { type: row.status === "failed" ? "failed" : "done", message: presentVisitorMessage(row, deps) };
}

interface Heard extends Pick<Following, "messageId" | "signal"> {
  isNews(text: string | null): boolean;
}

/** Rings when the answer may have changed, when the reader leaves, and now and then. */
function createAlarm({ bus, scheduler }: ConversationDeps, { messageId, signal, isNews }: Heard) {
  let hasRung = false;
  // A signal made of several looks at all of them each time that it is asked.
  let hasLeft = signal.aborted;
  let wake = () => {};
  const ring = () => {
    hasRung = true;
    wake();
  };
  const leave = () => {
    hasLeft = true;
    ring();
  };
  const unsubscribe = bus.subscribe(answerChannel(messageId), (text) => isNews(text) && ring());
  const endRechecks = scheduler.every({ name: "looks at a followed answer", everyMs: recheckMs, work: ring });
  signal.addEventListener("abort", leave);
  return {
    ring,
    hasLeft: () => hasLeft,
    reset: () => void (hasRung = false),
    rung: () => new Promise<void>((resolve) => (hasRung ? resolve() : (wake = resolve))),
    stop: () => {
      unsubscribe();
      void endRechecks();
      signal.removeEventListener("abort", leave);
    },
  };
}
