import { toRequestError } from "../../shared/client/requestError.ts";
import type { VisitorThread } from "../../shared/contract/conversations/conversations.ts";
import type { ConversationSummary, FrameAsk, FrameAsks, ShownMessage } from "../../shared/frame/messages.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { calling } from "./calling.ts";
import type { ConversationActions } from "./conversation.ts";
import type { Drafts } from "./drafts.ts";
import type { HistoryActions } from "./history.ts";
import type { IdentityActions } from "./identity.ts";
import type { Outbox } from "./outbox.ts";
import { newThreadId } from "./newThreadId.ts";
import type { Page } from "./page.ts";
import { toShown } from "./shown.ts";
import { addPending, chat, showNoThread } from "./state.ts";
import { readWhole } from "./transcript.ts";
import type { Visitor } from "./visitor.ts";

interface AsksDeps {
  page: Pick<Page, "send">;
  visitor: Visitor;
  identity: IdentityActions;
  conversation: () => Promise<ConversationActions>;
  outbox: Outbox;
  history: () => Promise<HistoryActions>;
  drafts: () => Promise<Drafts>;
}

/** Answers what the page's code asks the frame for. */
export function createAsks(deps: AsksDeps): (ask: FrameAsk) => Promise<void> {
  const { page, visitor, identity, conversation, outbox } = deps;

  async function work(ask: FrameAsk): Promise<unknown> {
    switch (ask.name) {
      case "identify":
        return identity.identify(ask.detail);
      case "logout":
        return identity.logout();
      case "newConversation":
        return restart();
      case "endConversation":
        return (await conversation()).end();
      case "conversations":
        return (await (await deps.history()).listAll()).map(toSummary);
      case "transcript":
        return readTranscript(ask.detail.id);
      case "send":
        return send(ask.detail);
      case "endCall":
        return void (calling.isOn = false);
    }
  }

  /** Nobody hears of it before its first message, but the page's code may speak of it at once. */
  function restart(): string {
    showNoThread();
    chat.view = "chat";
    return (chat.newThreadId = newThreadId());
  }

  async function readTranscript(id: string | null): Promise<ShownMessage[]> {
    const threadId = id ?? chat.thread?.id;
    if (threadId === undefined || (threadId === chat.newThreadId && !chat.thread)) return [];
    const messages = await readWhole(visitor, threadId);
    return messages.filter(({ kind }) => kind === "text").map(toShown);
  }

  async function send({ text, files, meta }: FrameAsks["send"]["in"]): Promise<ShownMessage> {
    if (chat.consent !== "granted") {
      throw new PageError("consent_missing", "The visitor has not agreed yet.");
    }
    const content = text.trim();
    if (content === "" && files.length === 0)
      throw new PageError("invalid_input", "There is nothing to send.");
    const attachments = files.length > 0 ? await (await deps.drafts()).sendAll(files) : [];
    const clientId = addPending(content, attachments, meta);
    const stored = outbox.whenStored(clientId);
    outbox.dispatch(clientId);
    return toShown(await stored);
  }

  return async function answer(ask) {
    const { id } = ask;
    try {
      page.send("answer", { id, value: (await work(ask)) ?? null, error: null });
    } catch (thrown) {
      page.send("answer", { id, value: null, error: describe(thrown) });
    }
  };
}

/** Why the frame does not do what the page asks. */
class PageError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

function describe(thrown: unknown): { code: string; message: string } {
  const { code, message } = thrown instanceof PageError ? thrown : toRequestError(thrown);
  return { code, message };
}

function toSummary({ id, title, status, unread, lastActivityAt }: VisitorThread): ConversationSummary {
  // One that began with asking for a person has none before the first message.
  return { id, title: title || widgetWords.conversation, status, unread, lastActivityAt };
}
