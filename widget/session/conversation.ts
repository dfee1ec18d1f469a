import { toRequestError } from "../../shared/client/requestError.ts";
import {
  endThread,
  leavePerson,
  listVisitorMessages,
  requestPerson,
  stopAnswer,
  type VisitorThread,
} from "../../shared/contract/conversations/conversations.ts";
import { leaveMessage } from "../../shared/contract/conversations/visitors/leaveMessage.ts";
import { isLost, type Answers } from "./answers.ts";
import type { Chat, LeftMessage } from "./chat.ts";
import { focusComposer } from "./focusComposer.ts";
import { newClientId } from "./newClientId.ts";
import type { Outbox } from "./outbox.ts";
import { addPending, chat, showNoThread } from "./state.ts";
import { putEarlier, putMessage, showThread } from "./thread.ts";
import type { Tell } from "./tell.ts";
import { tellPage } from "./tellPage.ts";
import type { Visitor } from "./visitor.ts";

/** What concerns the shown conversation as a whole. */
export type ConversationActions = Pick<
  Chat,
  "retryAnswer" | "loadOlder" | "beginEdit" | "cancelEdit" | "askForPerson" | "leavePerson" | "leaveMessage"
> & {
  stop(): Promise<void>;
  /** Saves the message that is being edited. */
  saveEdit(content: string): Promise<void>;
  /** Rejects where the server does not. */
  end(): Promise<void>;
};

interface ConversationDeps {
  visitor: Visitor;
  answers: Answers;
  outbox: Outbox;
  tell: Tell;
}

export function createConversation({
  visitor,
  answers,
  outbox,
  tell,
}: ConversationDeps): ConversationActions {
  /** What stood in the composer before it took up a message to be edited. */
  let textBefore = "";
  /** A second click is no second wish. */
  let isAsking = false;

  function shown(): { productId: string; threadId: string } | null {
    const productId = visitor.agentId();
    return productId && chat.thread ? { productId, threadId: chat.thread.id } : null;
  }

  async function stop(): Promise<void> {
    const answer = chat.messages.find(({ status }) => status === "streaming");
    const params = shown();
    if (!answer || !params) return;
    const { data } = await visitor.client.call(stopAnswer, { params: { ...params, messageId: answer.id } });
    putMessage(data);
  }

  /** Where the session is gone the question is asked again, in another one. */
  function askAnew(content: string): void {
    visitor.forget();
    showNoThread();
    outbox.dispatch(addPending(content, []));
  }

  async function retry(messageId: string): Promise<void> {
    const answer = chat.messages.find(({ id }) => id === messageId);
    const question = chat.messages.find(({ id }) => id === answer?.inReplyTo);
    if ((await answers.retry(messageId)) !== null && question) askAnew(question.content);
  }

  async function saveEdit(content: string): Promise<void> {
    const messageId = chat.editing;
    const before = chat.messages.find(({ id }) => id === messageId);
    chat.editing = null;
    chat.text = textBefore;
    if (messageId === null || !before || content === "" || content === before.content) return;
    const refused = await answers.edit(messageId, content);
    if (refused === null) return;
    if (isLost(refused)) return askAnew(content);
    tell.refused(refused);
    // The visitor's words are not lost with it.
    if (chat.text === "" && chat.thread?.id === before.threadId)
      Object.assign(chat, { editing: messageId, text: content });
  }

  async function loadOlder(): Promise<void> {
    const params = shown();
    const before = chat.messages[0]?.position;
    if (!params || before === undefined) return;
    const { items, hasMore } = await visitor.client.call(listVisitorMessages, { params, query: { before } });
    if (chat.thread?.id !== params.threadId) return;
    chat.hasMore = hasMore;
    putEarlier(items);
  }

  async function ask(): Promise<void> {
    const { conversation } = chat;
    const productId = await visitor.open();
    const threadId = chat.thread?.id;
    const { newThreadId } = chat;
    const { data: thread } = await visitor.client.call(requestPerson, {
      params: { productId },
      body: {
        data: {
          clientId: newClientId(),
          ...(threadId ? { threadId } : newThreadId && { newThreadId }),
          ...tellPage(),
        },
      },
    });
    if (!threadId) tell.event("conversation:start", { id: thread.id });
    tell.event("handoff", { reason: "" });
    tellHours();
    await show(thread, conversation);
  }

  /** Where nobody is there to come, the page learns since when somebody is; the visitor reads it where they wait. */
  function tellHours(): void {
    const { isAway = false, opensAt = null } = chat.configuration?.team ?? {};
    if (!isAway) return;
    const detail = opensAt === null ? undefined : new Date(opensAt).toISOString();
    tell.event("unavailable", { reason: "outside_hours", ...(detail && { detail }) });
  }

  async function sendForTeam({ email, content, clientId }: LeftMessage): Promise<void> {
    const { conversation, newThreadId } = chat;
    const productId = await visitor.open();
    const threadId = chat.thread?.id;
    const place = threadId ? { threadId } : newThreadId && { newThreadId };
    const { data: thread } = await visitor.client.call(leaveMessage, {
      params: { productId },
      body: { data: { clientId, email, content, ...place, ...tellPage() } },
    });
    chat.text = "";
    if (!threadId) tell.event("conversation:start", { id: thread.id });
    tell.event("handoff", { reason: "" });
    tellHours();
    await show(thread, conversation);
    focusComposer();
  }

  async function leave(): Promise<void> {
    const params = shown();
    if (!params) return;
    const { conversation } = chat;
    const { data } = await visitor.client.call(leavePerson, { params });
    await show(data, conversation);
  }

  async function end(): Promise<void> {
    const params = shown();
    if (!params) return;
    const { conversation } = chat;
    const { data } = await visitor.client.call(endThread, { params });
    tell.ended({ id: data.id, by: "visitor" });
    await show(data, conversation);
  }

  /** What happened to the conversation is in it as an event. */
  async function show(thread: VisitorThread, conversation: number): Promise<void> {
    if (conversation !== chat.conversation) return;
    showThread(thread);
    await answers.readNewest().catch(() => {});
  }

  const orSayWhy = (work: Promise<void>): void =>
    void work.catch((thrown: unknown) => tell.refused(toRequestError(thrown)));

  return {
    stop,
    end,
    saveEdit,
    retryAnswer: (messageId) => void retry(messageId),
    // What fails is read when the visitor scrolls there again.
    loadOlder: () => loadOlder().catch(() => {}),
    beginEdit(messageId) {
      const message = chat.messages.find(({ id }) => id === messageId);
      if (!message) return;
      if (chat.editing === null) textBefore = chat.text;
      Object.assign(chat, { editing: messageId, text: message.content });
      focusComposer();
    },
    cancelEdit() {
      if (chat.editing !== null) Object.assign(chat, { editing: null, text: textBefore });
    },
    askForPerson() {
      if (isAsking || chat.thread?.isWaitingForPerson) return;
      isAsking = true;
      orSayWhy(ask().finally(() => (isAsking = false)));
    },
    leavePerson: () => orSayWhy(leave()),
    leaveMessage(left) {
      chat.notice = "";
      return sendForTeam(left).catch((thrown: unknown) => tell.refused(toRequestError(thrown)));
    },
  };
}
