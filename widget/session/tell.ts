import { RequestError } from "../../shared/client/requestError.ts";
import type { Message } from "../../shared/contract/conversations/conversations.ts";
import type { AskedEvents, FrameToPage, WidgetEvents } from "../../shared/frame/messages.ts";
import { sayLater } from "./laterWords.ts";
import { calling } from "./calling.ts";
import type { Page } from "./page.ts";
import { sentenceOf } from "./sentences.ts";
import { toShown } from "./shown.ts";
import { chat } from "./state.ts";

/** What happens in the frame and is told; all but what the page is asked about first. */
export type ToldEvents = Omit<WidgetEvents, AskedEvents>;

/** Tells the page around the frame what happens, if there is one that listens, and screen readers what has come. */
export interface Tell {
  event<Name extends keyof ToldEvents>(name: Name, detail: ToldEvents[Name]): void;
  /** An answer or a person's reply is there, whole. */
  received(message: Message): void;
  /** The shown conversation has ended. */
  ended(detail: ToldEvents["conversation:end"]): void;
  /** Something did not work; the sentence is for a visitor's ears. */
  failed(sentence: string): void;
  /** What the visitor asked for could not be done: the sentence is shown and said, and the page hears the code. */
  refused(error: { code: string; message: string }): void;
  /** What the page's object shows may have changed. */
  state(): void;
  /** Another page, or one that came late, knows nothing yet. */
  stateAnew(): void;
}

export function createTell(page: Pick<Page, "send">, onReceived: (message: Message) => void): Tell {
  const told = new Set<string>();
  let lastState = "";

  function event<Name extends keyof ToldEvents>(name: Name, detail: ToldEvents[Name]): void {
    page.send("event", { name, detail } as FrameToPage["event"]); // name and detail belong together
  }

  function state(): void {
    const described = describeState();
    const text = JSON.stringify(described);
    if (text === lastState) return;
    lastState = text;
    page.send("state", described);
  }

  return {
    event,
    state,
    stateAnew() {
      lastState = "";
      state();
    },
    received(message) {
      if (told.has(message.id)) return;
      told.add(message.id);
      chat.announcement = { text: describeWhole(message), isUrgent: false };
      event("message:received", toShown(message));
      onReceived(message);
    },
    ended(detail) {
      chat.announcement = { text: sayLater().hasEnded, isUrgent: false };
      event("conversation:end", detail);
    },
    failed: (text) => void (chat.announcement = { text, isUrgent: true }),
    refused(error) {
      const { code, message } = error;
      // What the chat itself refuses is said in its own words already.
      const sentence = error instanceof RequestError ? sentenceOf(error) : message;
      chat.notice = sentence;
      chat.announcement = { text: sentence, isUrgent: true };
      event("error", { code, message });
    },
  };
}

/** An answer with what it asks for. */
function describeWhole({ content, actions = [] }: Message): string {
  const asked = actions.filter(({ state }) => state === "waiting").map(({ title }) => title);
  return [content, ...asked].join("\n\n");
}

function describeState(): FrameToPage["state"] {
  const { unread, isOnline, thread, isVerified, configuration } = chat;
  const isPerson = thread?.handledBy === "human" && thread.assigneeName !== null;
  return {
    unread,
    online: isOnline,
    conversationId: thread?.id ?? null,
    verified: isVerified,
    inCall: calling.isOn,
    agent: {
      name: (isPerson ? thread.assigneeName : configuration?.name) ?? "",
      online: isOnline && chat.unavailable === null,
    },
  };
}
