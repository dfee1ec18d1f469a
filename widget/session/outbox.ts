import { toRequestError, type RequestError } from "../../shared/client/requestError.ts";
import { sendMessage } from "../../shared/contract/conversations.ts";
import type { AnswerEvent } from "../../shared/contract/conversations.ts";
import { isLost, type Answers } from "./answers.ts";
import type { Keep } from "./keep.ts";
import { mergeKept, readKept, type KeptMessage } from "./keptMessages.ts";
import { newClientId } from "./newClientId.ts";
import { pause, watchSilence } from "./pause.ts";
import { chat, clearThread, showThread, type Pending } from "./state.ts";
import type { Tell } from "./tell.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Sends what the visitor writes: in order within a conversation, once each over every cut. What was not acknowledged
 * survives a reload.
 */
export interface Outbox {
  add(content: string): void;
  /** Sends a refused message again. */
  retry(clientId: string): void;
  /** Puts what an earlier document could not send back into line, and begins to send. */
  start(): Promise<void>;
}

interface OutboxDeps {
  visitor: Visitor;
  keep: Keep;
  answers: Answers;
  tell: Tell;
  /** A session exists now: live events can be opened. */
  onSession: () => void;
  /** The document is too old to open a session: another one brings a fresh ticket. */
  reload: () => void;
}

/** What became of one try: stored or refused for good, or to be tried again, not before so long. */
type Outcome = "settled" | { retryAfterMs: number };

type Accepted = Extract<AnswerEvent, { type: "accepted" }>;

/** What one message met so far. */
interface Tries {
  clientId: string;
  failures: number;
  /** How often its session or thread was gone. */
  losses: number;
}

/** First the thread is given up, then the session; a third refusal is final. */
const mostLosses = 2;
/** A server that fails at this very message so often will not take it by itself any more. */
const mostServerFaults = 5;

export function createOutbox(deps: OutboxDeps): Outbox {
  const { visitor, keep, answers, tell, onSession, reload } = deps;
  const running = new Set<number>();
  /** The thread of each conversation of this document, once the server has made it. */
  const threadIds = new Map<number, string>();
  /** All that this document ever had to send; what it has no more in line was stored. */
  const own = new Set<string>();
  let hasStarted = false;

  function save(): void {
    const mine = chat.pending.map(
      ({ clientId, content, createdAt, conversation, delivery, error }): KeptMessage => {
        const threadId = threadOf(conversation);
        return {
          clientId,
          content,
          createdAt,
          threadId,
          refusal: delivery === "failed" ? (error ?? "") : null,
        };
      },
    );
    keep.update("outbox", (before) => mergeKept({ before, mine, own }));
  }

  function threadOf(conversation: number): string | null {
    const shown = conversation === chat.conversation ? chat.thread?.id : undefined;
    return shown ?? threadIds.get(conversation) ?? null;
  }

  /** Conversations don't wait for each other: one that was left may still be answered. */
  async function run(conversation: number): Promise<void> {
    if (!hasStarted || running.has(conversation)) return;
    running.add(conversation);
    let tries: Tries = { clientId: "", failures: 0, losses: 0 };
    try {
      for (;;) {
        const next = chat.pending.find(
          (one) => one.conversation === conversation && one.delivery !== "failed",
        );
        if (!next) return;
        if (tries.clientId !== next.clientId) tries = { clientId: next.clientId, failures: 0, losses: 0 };
        const outcome = await sendOnce({ ...next }, tries);
        save();
        if (outcome === "settled") continue;
        tries.failures += 1;
        await pause(tries.failures, outcome.retryAfterMs);
      }
    } finally {
      running.delete(conversation);
    }
  }

  async function sendOnce(pending: Pending, tries: Tries): Promise<Outcome> {
    const silence = watchSilence();
    let accepted: Accepted | null = null;
    let release = () => {};
    let onSettled = () => {};
    try {
      change(pending.clientId, { delivery: "sending" });
      const productId = await visitor.open();
      onSession();
      answers.waitFor(new Promise((resolve) => (onSettled = resolve)));
      const events = visitor.client.stream(sendMessage, {
        params: { productId },
        body: { data: describe(pending) },
        signal: silence.signal,
        onActivity: silence.postpone,
      });
      for await (const event of events) {
        if (event.type === "accepted") {
          accepted = event;
          accept(pending, event);
          if (event.answer) release = answers.hold(event.answer.id);
          onSettled();
        }
        if (answers.take(event, accepted?.answer?.id ?? null)) return "settled";
      }
    } catch (thrown) {
      if (!accepted) return settleFailure(pending, toRequestError(thrown), tries);
    } finally {
      silence.stop();
      onSettled();
      release();
    }
    if (!accepted) return { retryAfterMs: 0 };
    // Stored, but the stream was cut: the rest is read on its own, and the next message waits for it.
    if (accepted.answer) await answers.follow(accepted.answer);
    return "settled";
  }

  function describe({ clientId, content, conversation }: Pending) {
    const threadId = threadOf(conversation);
    return {
      clientId,
      content,
      ...(threadId ? { threadId } : {}),
      ...(chat.page ? { page: chat.page } : {}),
    };
  }

  function accept({ clientId, conversation }: Pending, { message, thread }: Accepted): void {
    const isNew = threadOf(conversation) === null;
    threadIds.set(conversation, thread.id);
    chat.pending = chat.pending.filter((one) => one.clientId !== clientId);
    save();
    if (conversation === chat.conversation) showThread(thread);
    if (isNew) tell.event("conversation:start", { id: thread.id });
    tell.event("message:sent", { id: message.id, text: message.content });
    tell.state();
  }

  function settleFailure({ clientId, conversation }: Pending, error: RequestError, tries: Tries): Outcome {
    // A live event may have told in the meantime that it is stored.
    if (!find(clientId)) return "settled";
    if (error.code === "ticket_expired" && keep.isLasting()) {
      change(clientId, { delivery: "waiting" });
      save();
      reload();
      return { retryAfterMs: 60_000 };
    }
    if (isPassing(error, tries)) {
      change(clientId, { delivery: "waiting" });
      return { retryAfterMs: (error.retryAfterSeconds ?? 0) * 1000 };
    }
    if (isLost(error) && tries.losses++ < mostLosses && loseSession(conversation, error)) {
      return { retryAfterMs: 0 };
    }
    change(clientId, { delivery: "failed", error: error.message });
    tell.failed(error.message);
    tell.event("message:failed", { id: clientId, error: error.message });
    return "settled";
  }

  /** A thread may be gone, or the whole session; who is refused without both is refused for good. */
  function loseSession(conversation: number, { status }: RequestError): boolean {
    const hasThread = threadOf(conversation) !== null;
    if (!hasThread && visitor.sessionId() === null) return false;
    if (status === 401 || !hasThread) visitor.forget();
    threadIds.delete(conversation);
    // What was shown can't be gone on with; what is on its way begins another thread.
    if (conversation === chat.conversation) clearThread();
    return true;
  }

  return {
    add(content) {
      const { conversation } = chat;
      const clientId = newClientId();
      own.add(clientId);
      chat.pending.push({
        clientId,
        content,
        conversation,
        delivery: "sending",
        error: null,
        createdAt: Date.now(),
      });
      save();
      void run(conversation);
    },
    retry(clientId) {
      change(clientId, { delivery: "sending", error: null });
      void run(find(clientId)?.conversation ?? chat.conversation);
    },
    async start() {
      for (const kept of readKept(await keep.read("outbox"))) {
        if (find(kept.clientId)) continue;
        own.add(kept.clientId);
        const isShown = kept.threadId === null || kept.threadId === chat.thread?.id;
        // A conversation that is not shown gets a number below all that this document counts.
        const conversation = isShown ? chat.conversation : -1 - threadIds.size;
        if (!isShown && kept.threadId) threadIds.set(conversation, kept.threadId);
        const { clientId, content, createdAt, refusal } = kept;
        const delivery = refusal === null ? "waiting" : "failed";
        chat.pending.push({ clientId, content, createdAt, conversation, delivery, error: refusal });
      }
      hasStarted = true;
      for (const conversation of new Set(chat.pending.map((one) => one.conversation))) void run(conversation);
    },
  };
}

/** Nobody could be reached, or the server is busy, starting or faulty: another try may well succeed. */
function isPassing({ status }: RequestError, { failures }: Tries): boolean {
  if (status === 500) return failures < mostServerFaults;
  return status === 0 || status === 408 || status === 429 || status > 500;
}

/** The list holds proxies, so the one that is shown is found by its id each time. */
function find(clientId: string): Pending | undefined {
  return chat.pending.find((one) => one.clientId === clientId);
}

function change(clientId: string, changes: Partial<Pending>): void {
  const pending = find(clientId);
  if (pending) Object.assign(pending, changes);
}
