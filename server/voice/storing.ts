import type { SpeakIn } from "../conversations/threads/speakIn.ts";
import { newId } from "../database/ids.ts";
import type { VisitorCaller } from "../requests/handle.ts";
import type { Line } from "./line.ts";

export interface StoringParts {
  line: Pick<Line, "send">;
  speakIn: SpeakIn;
  /** The visitor as they are now; null where nothing more is taken from them. */
  findVisitor(): Promise<VisitorCaller | null>;
  /** Counts a message; throws where there were too many. */
  countMessage(visitor: VisitorCaller): void;
  thread: { threadId?: string | undefined; newThreadId?: string | undefined };
  now: () => number;
  report: (error: unknown) => void;
  onThread(threadId: string): void;
}

interface Words {
  text: string;
  clientId?: string | undefined;
  signal: AbortSignal;
}

/** What is stored of one call: what the visitor says, one after the other, and where answers were cut. */
export function createStoring(parts: StoringParts) {
  const { line, speakIn, now, report } = parts;
  let { threadId, newThreadId } = parts.thread;
  /** Cutting what was not heard comes before the next question. */
  let cutting: Promise<void> = Promise.resolve();
  /** What the visitor says is stored one after the other: the first begins the conversation of the next. */
  let storing: Promise<unknown> = Promise.resolve();

  /** Null: all of it was heard. */
  function cut(messageId: string, length: number | null): void {
    const where = threadId;
    if (length === null || where === undefined) return;
    cutting = cutting
      .then(async () => {
        const caller = await parts.findVisitor();
        if (caller) await speakIn.cut({ caller, threadId: where, messageId, length });
      })
      .catch(report);
  }

  /** Stores what was said, and has it answered; null where nothing more is taken from the visitor. */
  function store(words: Words) {
    const stored = storing.then(() => storeNow(words));
    storing = stored.catch(() => {});
    return stored;
  }

  async function storeNow({ text, clientId, signal }: Words) {
    await cutting;
    const caller = await parts.findVisitor();
    if (!caller) return null;
    parts.countMessage(caller);
    const wanted = threadId === undefined ? { newThreadId } : { threadId };
    const said = { clientId: clientId ?? newId(now()), content: text };
    const sent = await speakIn.say({ caller, ...said, signal, ...wanted });
    threadId = sent.threadId;
    newThreadId = undefined;
    parts.onThread(threadId);
    line.send({ type: "turn", threadId, messageId: sent.messageId });
    // The visitor went on speaking before the answer had begun.
    if (signal.aborted && sent.answer) cut(sent.answer.id, 0);
    return { caller, sent };
  }

  return {
    store,
    cut,
    threadId: () => threadId,
    /** Resolves once all that was cut is stored. */
    whole: () => cutting,
  };
}
