import { RequestError, toRequestError } from "../../shared/client/requestError.ts";
import { sendMessage } from "../../shared/contract/conversations/conversations.ts";
import type { AnswerEvent, Message } from "../../shared/contract/conversations/conversations.ts";
import { isLost, type Answers } from "./answers.ts";
import { typeInCall } from "./calling.ts";
import type { FirstForm } from "./firstForm.ts";
import type { Keep } from "./keep.ts";
import { mergeKept, readKept, type KeptMessage } from "./keptMessages.ts";
import { writeContext } from "./context.ts";
import type { Page } from "./page.ts";
import { pause, watchSilence } from "./pause.ts";
import { sentenceOf } from "./sentences.ts";
import { toShown } from "./shown.ts";
import { chat, clearThread, type Pending } from "./state.ts";
import { showThread } from "./thread.ts";
import type { Tell } from "./tell.ts";
import { tellPage } from "./tellPage.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Sends what the visitor writes: in order within a conversation, once each over every cut. What was not acknowledged
 * survives a reload.
 */
export interface Outbox {
  /** Sends what was put into `chat.pending`, once the page has nothing against it. */
  dispatch(clientId: string): void;
  /** Sends a refused message again. */
  retry(clientId: string): void;
  /** Resolves with the message as it is stored; rejects where it is refused or held back. */
  whenStored(clientId: string): Promise<Message>;
  /** Written messages are no longer sent: their author left. */
  drop(): void;
  /** Puts what an earlier document could not send back into line, and begins to send. */
  start(): Promise<void>;
}

interface OutboxDeps {
  visitor: Visitor;
  keep: Keep;
  answers: Answers;
  tell: Tell;
  page: Pick<Page, "context" | "tracked">;
  /** The page may change a text or hold it back: then it is null. */
  askPage: (text: string) => Promise<string | null>;
  /** What was filled in goes along with the first message. */
  form: Pick<FirstForm, "toSend" | "sent">;
  /** A session exists now: live events can be opened. */
  onSession: () => void;
  /** The document is too old to open a session: another one brings a fresh ticket. */
  reload: () => void;
}

/** What became of one try: stored or refused for good, or to be tried again, not before `retryAfterMs`. */
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
/** A server that fails at the same message this many times won't accept it by retrying. */
const mostServerFaults = 5;

export function createOutbox(deps: OutboxDeps): Outbox {
  const { visitor, keep, answers, tell, page, askPage, form, onSession, reload } = deps;
  const running = new Set<number>();
  /** The thread of each conversation of this document, once the server has made it. */
  const threadIds = new Map<number, string>();
  /** All that this document ever had to send; what is no longer queued was stored. */
  const own = new Set<string>();
  const waiting = new Map<string, PromiseWithResolvers<Message>>();
  /** The page is asked about one message after the other. */
  let asking: Promise<void> = Promise.resolve();
  let hasStarted = false;

  function save(): void {
    const mine = chat.pending
      .filter(({ clientId }) => own.has(clientId))
      .map(({ conversation, delivery, error, ...one }): KeptMessage => {
        const { clientId, content, attachments, meta, createdAt, newThreadId } = one;
        const threadId = threadOf(conversation);
        const refusal = delivery === "failed" ? (error ?? "") : null;
        return { clientId, content, attachments, meta, createdAt, threadId, newThreadId, refusal };
      });
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
        // One that the page is still asked about goes before those behind it.
        if (!next || !own.has(next.clientId)) return;
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

  function describe({ clientId, content, attachments, meta, conversation, newThreadId }: Pending) {
    const context = writeContext({ ...page.context, ...meta }, page.tracked);
    const threadId = threadOf(conversation);
    const filledIn = threadId ? null : form.toSend();
    return {
      clientId,
      content,
      ...(filledIn && { form: filledIn }),
      attachments: attachments.map(({ id }) => id),
      ...(threadId ? { threadId } : newThreadId && { newThreadId }),
      ...tellPage(),
      ...(context && { context }),
    };
  }

  function accept({ clientId, conversation }: Pending, { message, thread }: Accepted): void {
    const isNew = threadOf(conversation) === null;
    if (isNew) form.sent();
    threadIds.set(conversation, thread.id);
    chat.pending = chat.pending.filter((one) => one.clientId !== clientId);
    save();
    if (conversation === chat.conversation) showThread(thread);
    if (isNew) tell.event("conversation:start", { id: thread.id });
    tell.event("message:sent", toShown(message));
    tell.state();
    waiting.get(clientId)?.resolve(message);
  }

  function settleFailure({ clientId, conversation }: Pending, error: RequestError, tries: Tries): Outcome {
    // A live event may have told in the meantime that it is stored.
    if (!find(clientId)) {
      const stored = chat.messages.find((one) => one.clientId === clientId);
      if (stored) waiting.get(clientId)?.resolve(stored);
      return "settled";
    }
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
    if (visitor.isRefused(error)) {
      change(clientId, { delivery: "waiting" });
      return { retryAfterMs: 0 };
    }
    if (isLost(error) && tries.losses++ < mostLosses && loseSession(conversation, error)) {
      return { retryAfterMs: 0 };
    }
    const sentence = sentenceOf(error);
    change(clientId, { delivery: "failed", error: sentence });
    tell.failed(sentence);
    tell.event("message:failed", { id: clientId, error: error.message });
    waiting.get(clientId)?.reject(error);
    return "settled";
  }

  /** A thread may be gone, or the whole session; who is refused without both is refused for good. */
  function loseSession(conversation: number, { status }: RequestError): boolean {
    const hasThread = threadOf(conversation) !== null;
    if (!hasThread && visitor.sessionId() === null) return false;
    if (status === 401 || !hasThread) visitor.forget();
    threadIds.delete(conversation);
    // What was shown can't be continued; what is on its way begins another thread.
    if (conversation === chat.conversation) clearThread();
    return true;
  }

  /** The page held it back: nothing that the visitor wrote is lost. */
  function giveBack(clientId: string): void {
    const pending = find(clientId);
    chat.pending = chat.pending.filter((one) => one.clientId !== clientId);
    if (pending && chat.text === "") chat.text = pending.content;
    waiting.get(clientId)?.reject(new RequestError("cancelled", "The page held the message back."));
    if (pending) void run(pending.conversation);
  }

  /** What goes along with a text, and what page code waits for, goes by a message of its own. */
  function isForCall(
    { clientId, attachments, conversation, newThreadId }: Pending,
    content: string,
  ): boolean {
    if (attachments.length > 0 || waiting.has(clientId)) return false;
    return typeInCall({ clientId, content, threadId: threadOf(conversation) ?? newThreadId });
  }

  return {
    dispatch(clientId) {
      const { conversation } = find(clientId) ?? chat;
      const threadId = threadOf(conversation);
      // The conversation may be left before this is sent.
      if (threadId) threadIds.set(conversation, threadId);
      asking = asking.then(async () => {
        const pending = find(clientId);
        if (!pending) return;
        const text = await askPage(pending.content);
        if (text === null) return giveBack(clientId);
        own.add(clientId);
        change(clientId, { content: text });
        save();
        if (!isForCall(pending, text)) void run(conversation);
      });
    },
    whenStored(clientId) {
      const settled = waiting.get(clientId) ?? Promise.withResolvers<Message>();
      waiting.set(clientId, settled);
      return settled.promise.finally(() => waiting.delete(clientId));
    },
    drop() {
      chat.pending = [];
      threadIds.clear();
      own.clear();
      const left = new RequestError("cancelled", "The visitor left.");
      for (const { reject } of waiting.values()) reject(left);
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
        const { clientId, content, attachments, createdAt, meta = null, newThreadId = null, refusal } = kept;
        const delivery = refusal === null ? "waiting" : "failed";
        chat.pending.push({
          clientId,
          content,
          attachments,
          meta,
          createdAt,
          conversation,
          newThreadId,
          delivery,
          error: refusal,
        });
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
