import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useSnapshot } from "valtio";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Assistance } from "../../../../../shared/contract/conversations/messages/assist.ts";
import type { Message } from "../../../../../shared/contract/conversations/conversations.ts";
import { agentId, orgId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import { makeMessage, makeThread } from "../../../../../tests/kit/samples.ts";
import { assist } from "../../../../state/conversations/messages/assist.ts";
import {
  closeConversation,
  conversation,
  takeMessages,
} from "../../../../state/conversations/threads/conversation.ts";
import { moments } from "../../../../state/shell/moments.ts";
import { showOriginals } from "../../../../state/conversations/messages/threadTranslation.ts";
import { translations } from "../../../../state/conversations/messages/translations.ts";
import { MessageItem } from "../MessageItem.tsx";
import { TranslateThread } from "./TranslateThread.tsx";
import { openConversation } from "../../../../state/conversations/threads/openConversation.ts";

const place = { orgId, agentId, threadId: "thread-1" };
const writer = { model: "gpt-4o", label: "GPT-4o", credits: 5 };
const call = "POST threads/thread-1/translations";
const english = (text: string) => ({ language: "en", text, model: "GPT-4o", credits: 5 });
const say = (position: number, part: Partial<Message>) =>
  makeMessage({ id: `m${position}`, threadId: "thread-1", position, ...part });
const said = [
  say(0, { role: "user", content: "Meine Lampe ist kaputt." }),
  say(1, { content: "Das tut uns leid." }),
  say(2, {
    role: "support",
    content: "Wir schicken eine neue.",
    translations: [english("We send a new one.")],
  }),
  say(3, { role: "support", kind: "event", content: "joined" }),
  say(4, { role: "support", content: "Quokka", audience: "team" }),
];

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  moments.language = "en";
  server.on("GET threads/thread-1", { body: { data: makeThread({ id: "thread-1", agentId }) } });
});
afterEach(() => {
  showOriginals();
  closeConversation();
  Object.assign(assist, { threadId: null, read: null });
  moments.language = null;
  vi.unstubAllGlobals();
});

async function open(given: Assistance = { writer, summary: null }) {
  server.on("GET threads/thread-1/messages", { body: { items: said, hasMore: false } });
  server.on("GET threads/thread-1/assistance", { body: { data: given } });
  await openConversation(place);
  render(
    <>
      <TranslateThread place={place} />
      <Shown />
    </>,
  );
  await waitFor(() => expect(assist.read).toEqual(given));
}

function Shown() {
  const names = { agent: "Harbour help", contact: "Mia" };
  return useSnapshot(conversation)
    .messages.filter(({ kind, audience }) => kind === "text" && !audience)
    .map((message) => (
      <MessageItem key={message.id} {...{ message, place, names }} agentIcon="" hasHeader isRead={false} />
    ));
}

const click = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const shown = () => screen.queryAllByRole("group", { name: "Translation" }).map((one) => one.textContent);

function answer(texts: Record<string, string>, end: object = { type: "done" }) {
  const told = Object.entries(texts).map(([messageId, text]) => ({
    ...{ type: "translated", messageId, translation: english(text) },
  }));
  server.on(call, { events: [...told, end as { type: string }] });
}

describe("a conversation in the reader's language", () => {
  it("shows every text below its original, and pays only for missing ones", async () => {
    await open();
    await screen.findByText("2 messages not translated yet: by GPT-4o, for 10 credits.");
    answer({ m0: "My lamp broke.", m1: "We are sorry." });
    await click("Show in English");
    await waitFor(() =>
      expect(shown()).toEqual([
        expect.stringContaining("My lamp broke."),
        expect.stringContaining("We are sorry."),
        expect.stringContaining("We send a new one."),
      ]),
    );
    expect(server.sent(call)).toEqual([{ data: { language: "en", messageIds: ["m0", "m1"] } }]);
    expect(screen.getByText("Meine Lampe ist kaputt.")).toBeTruthy();
    await screen.findByText("Each message has its translation below it.");
    await click("Show originals only");
    await waitFor(() => expect(shown()).toEqual([]));
    // What was made is there again without a word to the server.
    await click("Show in English");
    await waitFor(() => expect(shown()).toHaveLength(3));
    expect(server.sent(call)).toHaveLength(1);
  });

  it("says nothing twice that stood in it already, and offers to translate what came since", async () => {
    await open();
    answer({ m0: said[0]?.content ?? "", m1: "We are sorry." });
    await click("Show in English");
    await waitFor(() => expect(shown()).toHaveLength(2));
    expect(translations["m0"]).toBeUndefined();
    takeMessages([say(5, { role: "user", content: "Danke." })]);
    await screen.findByText("1 message not translated yet: by GPT-4o, for 5 credits.");
    answer({ m5: "Thanks." });
    await click("Translate the rest");
    expect(document.activeElement?.textContent).toMatch(/^(Stop|Show originals only)$/);
    await waitFor(() => expect(translations["m5"]?.text).toBe("Thanks."));
    expect(server.sent(call).at(-1)).toEqual({ data: { language: "en", messageIds: ["m5"] } });
  });

  it("keeps what came before a failure, says why, and continues from there", async () => {
    await open();
    const error = { code: "budget", message: "The agent's budget for today is used up." };
    answer({ m0: "My lamp broke." }, { type: "failed", error });
    await click("Show in English");
    await screen.findByText(/^Not everything was translated\. The agent's budget for today is used up\.$/);
    expect(conversation.messages[0]?.translations).toEqual([english("My lamp broke.")]);
    answer({ m1: "We are sorry." });
    await click("Translate the rest");
    await waitFor(() => expect(shown()).toHaveLength(3));
    expect(server.sent(call).at(-1)).toEqual({ data: { language: "en", messageIds: ["m1"] } });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("leaves hidden what its reader has hidden, whatever comes since, until they ask for it", async () => {
    await open();
    answer({ m0: "My lamp broke.", m1: "We are sorry." });
    await click("Show in English");
    await waitFor(() => expect(shown()).toHaveLength(3));
    fireEvent.click(screen.getAllByRole("button", { name: "Hide" })[0] as HTMLElement);
    await waitFor(() => expect(shown()).toHaveLength(2));
    takeMessages([say(5, { content: "Bis bald.", translations: [english("See you.")] })]);
    await screen.findByText("See you.");
    expect(shown()).toHaveLength(3);
    expect(screen.queryByText("My lamp broke.")).toBeNull();
    await click("Show translation");
    await screen.findByText("My lamp broke.");
    expect(server.sent(call)).toHaveLength(1);
  });

  it("shows what a colleague has had translated only to who wants it, and asks no model for it", async () => {
    await open();
    const [first] = said;
    takeMessages([{ ...(first as Message), translations: [english("My lamp broke.")] }]);
    await screen.findByText("1 message not translated yet: by GPT-4o, for 5 credits.");
    expect(shown()).toEqual([]);
    const [button] = await screen.findAllByRole("button", { name: "Show translation" });
    fireEvent.click(button as HTMLElement);
    await screen.findByText("My lamp broke.");
    expect(server.sent("POST threads/thread-1/messages/m0/translation")).toEqual([]);
  });

  it("drops the translation of edited words, even if it arrives after the edit", async () => {
    await open();
    answer({ m0: "My lamp broke.", m1: "We are sorry." });
    const button = await screen.findByRole("button", { name: "Show in English" });
    fireEvent.click(button);
    const rewrite = (content: string, updatedAt: number) =>
      takeMessages([{ ...(said[0] as Message), content, updatedAt }]);
    rewrite("Meine Uhr ist kaputt.", 1e13);
    await screen.findByText("We are sorry.");
    expect(screen.queryByText("My lamp broke.")).toBeNull();
    expect(conversation.messages[0]?.translations).toBeUndefined();
    answer({ m0: "My clock broke." });
    await click("Translate the rest");
    await screen.findByText("My clock broke.");
    rewrite("Meine Vase ist kaputt.", 1e13 + 1);
    await waitFor(() => expect(screen.queryByText("My clock broke.")).toBeNull());
  });

  it("asks for nothing that has no words, and takes its language for that of every region", async () => {
    moments.language = null;
    vi.stubGlobal("navigator", { ...navigator, language: "en-US" });
    await open();
    takeMessages([say(5, { role: "user", content: "👍 +47 22 33 44" })]);
    answer({ m0: "My lamp broke.", m1: "We are sorry." });
    await click("Show in English");
    await waitFor(() => expect(shown()).toHaveLength(3));
    expect(server.sent(call)).toEqual([{ data: { language: "en", messageIds: ["m0", "m1"] } }]);
  });

  it("is not offered where the built-in model is all there is", async () => {
    await open({ writer: null, summary: null });
    expect(screen.queryByRole("button", { name: "Show in English" })).toBeNull();
  });
});
