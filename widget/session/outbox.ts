import { RequestError, toRequestError } from "../../shared/client/requestError.ts";
import { sendMessage } from "../../shared/contract/conversations.ts";
import type { Message } from "../../shared/contract/conversations.ts";
import { followAnswer, pause, takeAnswerEvent, watchSilence } from "./follow.ts";
import type { Keep } from "./keep.ts";
import { chat, type Pending } from "./state.ts";
import type { Tell } from "./tell.ts";
import type { Visitor } from "./visitor.ts";

/** Sends what the visitor writes, in order, once each, over every cut; what was not acknowledged survives a reload. */
export interface Outbox {
  add(content: string): void;
  /** Sends a refused message again. */
  retry(clientId: string): void;
  /** Puts what an earlier document could not send back into line. */
  restore(): Promise<void>;
}

interface OutboxDeps {
  visitor: Visitor;
  keep: Keep;
  tell: Tell;
  /** A session exists now: live events can be opened. */
  onSession: () => void;
}

export function createOutbox({ visitor, keep, tell, onSession }: OutboxDeps): Outbox {
  let isRunning = false;

  function save(): void {
    const waiting = chat.pending.map(({ clientId, content, createdAt }) => ({
      clientId,
      content,
      createdAt,
    }));
    keep.write("outbox", waiting.length > 0 ? JSON.stringify(waiting) : null);
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let failures = 0; ;) {
      const next = chat.pending.find(({ delivery }) => delivery !== "failed");
      if (!next) break;
      const isThrough = await sendOnce(next);
      save();
      failures = isThrough ? 0 : failures + 1;
      if (!isThrough) await pause(failures);
    }
    isRunning = false;
  }

  /** True when the message was stored or refused for good; false when it should be tried again. */
  async function sendOnce(pending: Pending): Promise<boolean> {
    const silence = watchSilence();
    let answer: Message | null = null;
    let isAccepted = false;
    try {
      pending.delivery = "sending";
      const productId = await visitor.open();
      onSession();
      const { clientId, content } = pending;
      const threadId = chat.thread?.id;
      const page = chat.page ?? undefined;
      const events = visitor.client.stream(sendMessage, {
        params: { productId },
        body: { data: { clientId, content, ...(threadId ? { threadId } : {}), ...(page ? { page } : {}) } },
        signal: silence.signal,
        onActivity: silence.postpone,
      });
      for await (const event of events) {
        setOnline(true);
        const isLast = takeAnswerEvent(event, answer?.id ?? null, tell);
        if (event.type === "accepted") {
          isAccepted = true;
          answer = event.answer;
          save();
          tell.event("message:sent", { id: event.message.id, text: event.message.content });
          tell.state();
        }
        if (isLast) return true;
      }
    } catch (thrown) {
      if (!isAccepted) return settleFailure(pending, toRequestError(thrown));
    } finally {
      silence.stop();
    }
    // Stored, but the stream was cut: the rest is read on its own, and the next message need not wait for it.
    if (answer) void followAnswer(visitor, answer, tell);
    return isAccepted;
  }

  function settleFailure(pending: Pending, error: RequestError): boolean {
    // The list holds proxies: the one that is shown is found by its id.
    const shown = chat.pending.find(({ clientId }) => clientId === pending.clientId);
    if (!shown) return true;
    if (error.status === 401 || (error.status === 404 && chat.thread)) {
      visitor.forget();
      chat.thread = null;
      return false;
    }
    const isPassing = error.status === 0 || error.status === 429 || error.status >= 500;
    if (isPassing) {
      setOnline(error.status !== 0 && error.status < 502);
      shown.delivery = "waiting";
      return false;
    }
    shown.delivery = "failed";
    shown.error = error.message;
    tell.event("message:failed", { id: pending.clientId, error: error.message });
    return true;
  }

  function setOnline(isOnline: boolean): void {
    if (chat.isOnline === isOnline) return;
    chat.isOnline = isOnline;
    tell.event("connection", { online: isOnline });
    tell.state();
  }

  return {
    add(content) {
      const clientId = newClientId();
      chat.pending.push({ clientId, content, delivery: "sending", error: null, createdAt: Date.now() });
      save();
      void run();
    },
    retry(clientId) {
      const pending = chat.pending.find((one) => one.clientId === clientId);
      if (!pending) return;
      Object.assign(pending, { delivery: "sending", error: null });
      void run();
    },
    async restore() {
      for (const kept of readKept(await keep.read("outbox"))) {
        if (chat.pending.some(({ clientId }) => clientId === kept.clientId)) continue;
        chat.pending.push({ ...kept, delivery: "waiting", error: null });
      }
      void run();
    },
  };
}

function readKept(text: string | null): Pick<Pending, "clientId" | "content" | "createdAt">[] {
  try {
    const kept = JSON.parse(text ?? "[]") as unknown; // whatever stands in the storage
    return Array.isArray(kept)
      ? kept.filter((one) => typeof one?.clientId === "string" && typeof one?.content === "string")
      : [];
  } catch {
    return [];
  }
}

/** 128 random bits; `crypto.randomUUID` is missing on pages without a secure context. */
function newClientId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
