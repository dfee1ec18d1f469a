import { toRequestError, type RequestError } from "../../shared/client/requestError.ts";
import { sendMessage } from "../../shared/contract/conversations.ts";
import type { AnswerEvent, Message } from "../../shared/contract/conversations.ts";
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

/** First the thread is given up, then the session; a third refusal is final. */
const mostLosses = 2;

export function createOutbox(deps: OutboxDeps): Outbox {
  const { visitor, keep, answers, tell, onSession, reload } = deps;
  const running = new Set<number>();
  /** The thread of each conversation of this document, once the server has made it. */
  const threadIds = new Map<number, string>();
  const settled = new Set<string>();
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
    keep.update("outbox", (before) => mergeKept({ before, mine, settled }));
  }

  function threadOf(conversation: number): string | null {
    const shown = conversation === chat.conversation ? chat.thread?.id : undefined;
    return shown ?? threadIds.get(conversation) ?? null;
  }

  /** Conversations don't wait for each other: one that was left may still be answered. */
  async function run(conversation: number): Promise<void> {
    if (!hasStarted || running.has(conversation)) return;
    running.add(conversation);
    /** How often the message that is first in line met a lost session. */
    const losses = new Map<string, number>();
    for (let failures = 0; ;) {
      const next = chat.pending.find((one) => one.conversation === conversation && one.delivery !== "failed");
      if (!next) break;
      const { clientId } = next;
      const outcome = await sendOnce(clientId, (error) => {
        const count = (losses.get(clientId) ?? 0) + 1;
        losses.set(clientId, count);
        return count <= mostLosses && loseSession(conversation, error);
      });
      save();
      failures = outcome === "settled" ? 0 : failures + 1;
      if (outcome !== "settled") await pause(failures, outcome.retryAfterMs);
    }
    running.delete(conversation);
  }

  async function sendOnce(clientId: string, onLost: (error: RequestError) => boolean): Promise<Outcome> {
    const silence = watchSilence();
    let accepted: Extract<AnswerEvent, { type: "accepted" }> | null = null;
    let release = () => {};
    let onSettled = () => {};
    try {
      change(clientId, { delivery: "sending" });
      const productId = await visitor.open();
      onSession();
      answers.waitFor(new Promise((resolve) => (onSettled = resolve)));
      const events = visitor.client.stream(sendMessage, {
        params: { productId },
        body: { data: describe(clientId) },
        signal: silence.signal,
        onActivity: silence.postpone,
      });
      for await (const event of events) {
        if (event.type === "accepted") {
          accepted = event;
          accept(clientId, event);
          if (event.answer) release = answers.hold(event.answer.id);
          onSettled();
        }
        if (answers.take(event, accepted?.answer?.id ?? null)) return "settled";
      }
    } catch (thrown) {
      if (!accepted) return settleFailure(clientId, toRequestError(thrown), onLost);
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

  function describe(clientId: string) {
    const { content, conversation } = find(clientId) ?? { content: "", conversation: 0 };
    const threadId = threadOf(conversation);
    return {
      clientId,
      content,
      ...(threadId ? { threadId } : {}),
      ...(chat.page ? { page: chat.page } : {}),
    };
  }

  function accept(
    clientId: string,
    { message, thread }: { message: Message; thread: Parameters<typeof showThread>[0] },
  ) {
    const conversation = find(clientId)?.conversation ?? chat.conversation;
    const isNew = threadOf(conversation) === null;
    threadIds.set(conversation, thread.id);
    settled.add(clientId);
    chat.pending = chat.pending.filter((one) => one.clientId !== clientId);
    save();
    if (conversation === chat.conversation) showThread(thread);
    if (isNew) tell.event("conversation:start", { id: thread.id });
    tell.event("message:sent", { id: message.id, text: message.content });
    tell.state();
  }

  function settleFailure(
    clientId: string,
    error: RequestError,
    onLost: (error: RequestError) => boolean,
  ): Outcome {
    // A live event may have told in the meantime that it is stored.
    if (!find(clientId)) return "settled";
    if (error.code === "ticket_expired" && keep.isLasting()) {
      change(clientId, { delivery: "waiting" });
      save();
      reload();
      return { retryAfterMs: 60_000 };
    }
    const isPassing =
      error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500;
    if (isPassing) {
      change(clientId, { delivery: "waiting" });
      return { retryAfterMs: (error.retryAfterSeconds ?? 0) * 1000 };
    }
    if (isLost(error) && onLost(error)) return { retryAfterMs: 0 };
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

/** The list holds proxies, so the one that is shown is found by its id each time. */
function find(clientId: string): Pending | undefined {
  return chat.pending.find((one) => one.clientId === clientId);
}

function change(clientId: string, changes: Partial<Pending>): void {
  const pending = find(clientId);
  if (pending) Object.assign(pending, changes);
}
