import { toRequestError } from "../../shared/client/requestError.ts";
import { listVisitorMessages, listVisitorThreads, stopAnswer } from "../../shared/contract/conversations.ts";
import type { FrameDocument, PublicConfiguration } from "../../shared/contract/surfaces.ts";
import { version } from "../../shared/domain/product.ts";
import { connectToPage, type FrameEnd } from "../../shared/frame/link.ts";
import type { PageToFrame } from "../../shared/frame/messages.ts";
import { createAnswers } from "./answers.ts";
import type { Chat } from "./chat.ts";
import { createKeep } from "./keep.ts";
import { createLive } from "./live.ts";
import { createOutbox } from "./outbox.ts";
import { pause } from "./pause.ts";
import { chat, putMessage, showNoThread, showThread } from "./state.ts";
import { createTell } from "./tell.ts";
import { createVisitor } from "./visitor.ts";

/** A conversation that ended longer ago is not gone on with at the next visit. */
const resolvedShownForMs = 24 * 60 * 60 * 1000;
/** The console's preview comes with `init`; until then nothing is drawn that it would replace at once. */
const initWithinMs = 500;

/** Brings the frame to life: state from its document, the page around it, and what an earlier visit kept. */
export function startChat(frame: FrameDocument, { reload = () => location.reload() } = {}): Chat {
  const keep = createKeep(frame.token);
  const tell = createTell();
  const visitor = createVisitor({ frame, keep, onReachable: setOnline });
  const answers = createAnswers(visitor, tell);
  const live = createLive({ visitor, answers, tell });
  const outbox = createOutbox({
    visitor,
    keep,
    answers,
    tell,
    onSession: live.update,
    reload: renewDocument,
  });
  let isPreview = false;
  let page: FrameEnd | undefined;
  chat.configuration = frame.configuration;
  chat.unavailable = frame.unavailable;
  chat.page = frame.origin ? { url: frame.origin, title: "" } : null;
  chat.isOnline = navigator.onLine;
  chat.isLoading = true;

  addEventListener("online", () => setOnline(true));
  addEventListener("offline", () => setOnline(false));
  document.addEventListener("visibilitychange", tell.read);
  void begin();

  async function begin(): Promise<void> {
    if (parent !== window) await meetPage();
    await restore();
    chat.isLoading = false;
    await outbox.start();
    tell.state();
  }

  /** Only a page of our own site may be the console, which is worth a moment's wait. */
  async function meetPage(): Promise<void> {
    const met = connectToPage(frame.origin ?? location.origin).then(hear);
    if (frame.origin === null) await Promise.race([met, new Promise((go) => setTimeout(go, initWithinMs))]);
  }

  /** Resolves at `init`. */
  function hear(link: FrameEnd): Promise<void> {
    page = link;
    const met = new Promise<void>((resolve) => {
      link.on("init", (init) => {
        takeInit(init);
        resolve();
      });
    });
    link.on("update", ({ configuration }) => {
      chat.configuration = configuration as PublicConfiguration; // the console's own, which made it
    });
    link.on("look", (look) => void (chat.look = look));
    link.on("open", ({ focus }) => {
      chat.isOpen = true;
      tell.read();
      live.update();
      if (focus) focusComposer();
    });
    link.on("close", () => void (chat.isOpen = false));
    link.on("navigate", ({ url, title }) => {
      chat.page = { url: url.slice(0, 2000), title: title.slice(0, 300) };
    });
    link.on("send", ({ text }) => send(text));
    link.on("destroy", live.close);
    keep.connect(link);
    tell.connect(link);
    link.send("ready", { version });
    if (chat.unavailable) link.send("unavailable", { reason: chat.unavailable });
    return met;
  }

  function takeInit({ closable, look, preview }: PageToFrame["init"]): void {
    Object.assign(chat, { isClosable: closable, isOpen: !closable, look });
    if (!preview) return;
    visitor.usePreview(preview.ticket);
    chat.configuration = preview.configuration as PublicConfiguration; // the console's own, which made it
    chat.unavailable = null;
    if (isPreview) return;
    isPreview = true;
    keep.forgetAll();
    chat.pending = [];
    showNoThread();
    live.update();
  }

  /** Reads the conversation that an earlier visit left, over every cut. */
  async function restore(): Promise<void> {
    for (let failures = 0; !isPreview; failures += 1) {
      try {
        if (await visitor.restore()) await readConversation();
        return;
      } catch (thrown) {
        const { status, retryAfterSeconds = 0 } = toRequestError(thrown);
        if (status === 401 || status === 404) return visitor.forget();
        if (status >= 400 && status < 500 && status !== 429) return;
        chat.isLoading = false;
        await pause(failures, retryAfterSeconds * 1000);
      }
    }
  }

  async function readConversation(): Promise<void> {
    const params = { productId: visitor.agentId() ?? "" };
    const { items } = await visitor.client.call(listVisitorThreads, { params, query: { limit: 1 } });
    const [newest] = items;
    if (isPreview || chat.conversation > 0) return;
    if (newest && (newest.status === "open" || Date.now() - newest.lastActivityAt < resolvedShownForMs)) {
      showThread(newest);
      await answers.readNewest();
    }
    live.update();
  }

  function renewDocument(): void {
    if (page) page.send("reload-request", {});
    else reload();
  }

  function setOnline(isOnline: boolean): void {
    if (chat.isOnline === isOnline) return;
    chat.isOnline = isOnline;
    tell.event("connection", { online: isOnline });
    tell.state();
  }

  function send(content: string): void {
    if (content.trim()) outbox.add(content.trim());
  }

  async function stop(): Promise<void> {
    const answer = chat.messages.find(({ status }) => status === "streaming");
    const productId = visitor.agentId();
    if (!answer || !productId) return;
    const params = { productId, threadId: answer.threadId, messageId: answer.id };
    putMessage((await visitor.client.call(stopAnswer, { params })).data);
  }

  /** Where the session is gone the question is asked anew, in another one. */
  async function retryAnswer(messageId: string): Promise<void> {
    const answer = chat.messages.find(({ id }) => id === messageId);
    const question = chat.messages.find(({ id }) => id === answer?.inReplyTo);
    if ((await answers.retry(messageId)) === null || !question) return;
    visitor.forget();
    showNoThread();
    send(question.content);
  }

  async function loadOlder(): Promise<void> {
    const productId = visitor.agentId();
    const threadId = chat.thread?.id;
    const before = chat.messages[0]?.position;
    if (!productId || !threadId || before === undefined) return;
    const { items, hasMore } = await visitor.client.call(listVisitorMessages, {
      params: { productId, threadId },
      query: { before },
    });
    if (chat.thread?.id !== threadId) return;
    chat.hasMore = hasMore;
    for (const message of items) putMessage(message);
  }

  return {
    send,
    retrySend: outbox.retry,
    // What fails leaves the answer as it is, with its button.
    stop: () => void stop().catch(() => {}),
    retryAnswer: (messageId) => void retryAnswer(messageId),
    loadOlder: () => loadOlder().catch(() => {}),
    startNew() {
      showNoThread();
      tell.state();
      focusComposer();
    },
    close: () => page?.send("close-request", {}),
    leave: () => page?.send("focus-out", {}),
    openSource: (url) => tell.event("source:click", { url }),
  };
}

function focusComposer(): void {
  document.querySelector<HTMLElement>("textarea")?.focus({ preventScroll: true });
}
