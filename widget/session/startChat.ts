import {
  listVisitorMessages,
  listVisitorThreads,
  retryAnswer as retryAnswerCall,
  stopAnswer as stopAnswerCall,
} from "../../shared/contract/conversations.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import type { FrameDocument, PublicConfiguration } from "../../shared/contract/surfaces.ts";
import { connectToPage, type FrameEnd } from "../../shared/frame/link.ts";
import { followAnswer, readMessages, takeAnswerEvent } from "./follow.ts";
import { createKeep } from "./keep.ts";
import { createLive } from "./live.ts";
import { createOutbox } from "./outbox.ts";
import { chat, putMessage } from "./state.ts";
import { createTell } from "./tell.ts";
import { createVisitor } from "./visitor.ts";

/** What the visitor can do; the screens call these and read `chat`. */
export interface Chat {
  send(content: string): void;
  retrySend(clientId: string): void;
  stop(): void;
  retryAnswer(messageId: string): void;
  loadOlder(): Promise<void>;
  startNew(): void;
  close(): void;
  openSource(url: string): void;
}

export const version = "0.1.0";

/** Brings the frame to life: state from its document, the page around it, and what an earlier visit kept. */
export function startChat(frame: FrameDocument): Chat {
  const keep = createKeep(frame.token);
  const tell = createTell();
  const visitor = createVisitor(frame, keep);
  const live = createLive(visitor, tell);
  const outbox = createOutbox({ visitor, keep, tell, onSession: () => live.update() });
  chat.configuration = frame.configuration;
  chat.unavailable = frame.unavailable;
  chat.isLoading = true;

  if (parent !== window) void connectToPage(frame.origin ?? location.origin).then(meetPage);
  void restore();
  document.addEventListener("visibilitychange", () => void (document.hidden || markRead()));

  function meetPage(link: FrameEnd): void {
    keep.connect(link);
    tell.connect(link);
    link.on("init", ({ closable, look, preview }) => {
      Object.assign(chat, { isClosable: closable, isOpen: !closable, look });
      if (preview) {
        visitor.usePreview(preview.ticket, preview.expiresAt);
        chat.configuration = preview.configuration as PublicConfiguration; // the console's own, which made it
        chat.unavailable = null;
        chat.isLoading = false;
      }
    });
    link.on("update", ({ configuration }) => {
      chat.configuration = configuration as PublicConfiguration; // as above
    });
    link.on("look", (look) => void (chat.look = look));
    link.on("open", ({ focus }) => {
      chat.isOpen = true;
      markRead();
      if (focus) focusComposer();
    });
    link.on("close", () => void (chat.isOpen = false));
    link.on(
      "navigate",
      (page) => void (chat.page = { url: page.url.slice(0, 2000), title: page.title.slice(0, 300) }),
    );
    link.on("send", ({ text }) => send(text));
    link.on("destroy", () => live.close());
    link.send("ready", { version });
    if (chat.unavailable) link.send("unavailable", { reason: chat.unavailable });
    closeByPage = () => link.send("close-request", {});
  }

  let closeByPage = () => {};

  async function restore(): Promise<void> {
    try {
      if (!(await visitor.restore())) return;
      const productId = visitor.agentId() ?? "";
      const { items } = await visitor.client.call(listVisitorThreads, {
        params: { productId },
        query: { limit: 1 },
      });
      const newest = items[0];
      if (newest?.status === "open") {
        chat.thread ??= newest;
        if (chat.thread.id === newest.id) await readMessages(visitor, newest.id, tell);
      }
      live.update();
    } catch (thrown) {
      if (toRequestError(thrown).status === 401) visitor.forget();
    } finally {
      chat.isLoading = false;
      void outbox.restore();
      tell.state();
    }
  }

  function send(content: string): void {
    if (content.trim()) outbox.add(content.trim());
  }

  async function stop(): Promise<void> {
    const answer = chat.messages.find(({ status }) => status === "streaming");
    const productId = visitor.agentId();
    if (!answer || !productId) return;
    const params = { productId, threadId: answer.threadId, messageId: answer.id };
    putMessage((await visitor.client.call(stopAnswerCall, { params })).data);
  }

  async function retryAnswer(messageId: string): Promise<void> {
    const productId = visitor.agentId();
    const answer = chat.messages.find(({ id }) => id === messageId);
    if (!answer || !productId) return;
    const params = { productId, threadId: answer.threadId, messageId };
    Object.assign(answer, { status: "streaming", content: "", citations: [], error: null });
    try {
      for await (const event of visitor.client.stream(retryAnswerCall, { params })) {
        if (takeAnswerEvent(event, messageId, tell)) return;
      }
    } catch (thrown) {
      const error = toRequestError(thrown);
      if (error.status !== 0) {
        Object.assign(answer, { status: "failed", error: { code: error.code, message: error.message } });
        return;
      }
    }
    void followAnswer(visitor, answer, tell);
  }

  return {
    send,
    retrySend: outbox.retry,
    stop: () => void stop().catch(() => {}),
    retryAnswer: (messageId) => void retryAnswer(messageId),
    async loadOlder() {
      const productId = visitor.agentId();
      const before = chat.messages[0]?.position;
      if (!productId || !chat.thread || before === undefined) return;
      const params = { productId, threadId: chat.thread.id };
      const { items, hasMore } = await visitor.client.call(listVisitorMessages, {
        params,
        query: { before },
      });
      chat.hasMore = hasMore;
      for (const message of items) putMessage(message);
    },
    startNew() {
      Object.assign(chat, { thread: null, messages: [], hasMore: false });
      focusComposer();
    },
    close: () => closeByPage(),
    openSource: (url) => tell.event("source:click", { url }),
  };

  function markRead(): void {
    if (!chat.isOpen || chat.unread === 0) return;
    chat.unread = 0;
    tell.state();
  }
}

function focusComposer(): void {
  document.querySelector<HTMLElement>("textarea")?.focus({ preventScroll: true });
}
