import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Assistance } from "../../../../../shared/contract/conversations/messages/assist.ts";
import { makeAgent, openScreen } from "../../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, orgId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer, Served } from "../../../../../tests/kit/console/consoleServer.ts";
import { closeInbox } from "../../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { session } from "../../../../../tests/kit/console/openConsole.tsx";
import { makeContact, makeMessage, makeThread } from "../../../../../tests/kit/samples.ts";
import { assist, dropSuggestion, loadAssistance } from "../../../../state/conversations/messages/assist.ts";
import { authentication } from "../../../../state/accounts/authentication.ts";
import { listGroups } from "../../../../state/shell/shortcuts.ts";
import { forgetTranslations } from "../../../../state/conversations/messages/translations.ts";
import Inbox from "../../inbox/Inbox.tsx";

const contact = makeContact({ id: "c1", name: "Mia" });
const assignee = { id: "u1", name: "Ada" };
const thread = makeThread({ id: "thread-1", agentId, contact, handledBy: "human", assignee });
const asked = makeMessage({ id: "m1", threadId: "thread-1", role: "user", content: "How do I get there?" });
const writer = { model: "gpt-4o", label: "GPT-4o", credits: 5 };

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  Object.assign(authentication, { user: session.user });
  server.on("GET agent", { body: { data: makeAgent({ name: "Harbour help" }) } });
  server.on("GET threads", { body: { items: [thread], page: { page: 1, limit: 50, total: 1 } } });
  server.on("GET threads/thread-1", { body: { data: thread } });
  server.on("GET threads/thread-1/messages", { body: { items: [asked], hasMore: false } });
  server.on("POST threads/thread-1/typing", { body: null });
  server.on("GET canned-replies", { body: { data: [] } });
  serve({ writer, summary: null });
});
afterEach(() => {
  closeInbox();
  dropSuggestion();
  forgetTranslations();
  Object.assign(assist, { threadId: null, read: null, replaced: null });
  Object.assign(authentication, { user: null });
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function serve(data: Assistance) {
  server.on("GET threads/thread-1/assistance", { body: { data } });
}

async function open() {
  openScreen({ at: "inbox/conversations/thread-1", route: "inbox/conversations/:threadId?", screen: Inbox });
  await screen.findByRole("button", { name: "Draft with AI" });
  await screen.findByText("How do I get there?");
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>("Reply to Mia");
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const click = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const card = (name = "Draft by Harbour help") => screen.findByRole("region", { name });

function drafted(text: string, given: object = {}): Served {
  const end = {
    citations: [
      {
        ...{ number: 1, sourceId: "s1", pageId: "g1", passageId: "p1", title: "Getting here" },
        ...{ headings: [], url: "https://shop.example/here", quote: "By boat", position: null },
      },
    ],
    followUps: [],
    receipt: {
      ...{ question: "How?", rewrittenQuestion: null, model: "gpt-4o", provider: "openai", fallback: null },
      ...{ tokensIn: 41, tokensOut: 8, credits: 5, attempts: 1, agentVersion: 1, passages: [] },
      ms: { retrieve: 10, firstToken: 300, total: 900 },
    },
  };
  return {
    events: [
      { type: "delta", text },
      { type: "done", ...end, ...given },
    ],
  };
}

function written(text: string): Served {
  return {
    events: [
      { type: "delta", text },
      { type: "done", model: "GPT-4o", credits: 5 },
    ],
  };
}

function nothingWasSent() {
  expect(server.sent("POST threads/thread-1/messages")).toEqual([]);
}

describe("a draft by the agent", () => {
  it("comes above the field with its sources and its cost, and is inserted to be changed", async () => {
    server.on("POST threads/thread-1/draft", drafted("Come **by boat** [1]."));
    await open();
    await click("Draft with AI");
    await within(await card()).findByText("by boat");
    const shown = within(await card());
    expect(shown.getByText(/Sources/)).toBeTruthy();
    expect(shown.getByRole("status").textContent).toBe("GPT-4o · 5 credits · 0 passages found");
    expect(field().value).toBe("");
    fireEvent.click(shown.getByRole("button", { name: "Insert" }));
    await waitFor(() => expect(field().value).toBe("Come **by boat**."));
    expect(document.activeElement).toBe(field());
    expect(screen.queryByRole("region", { name: "Draft by Harbour help" })).toBeNull();
    nothingWasSent();
  });

  it("is begun by its keys, which the sheet of shortcuts names, while somebody types too", async () => {
    server.on("POST threads/thread-1/draft", drafted("By boat."));
    await open();
    type("Hello Mia,");
    act(() => void fireEvent.keyDown(field(), { key: "j", ctrlKey: true }));
    await within(await card()).findByText("By boat.");
    await click("Insert");
    await waitFor(() => expect(field().value).toBe("Hello Mia,\n\nBy boat."));
    const shortcuts = listGroups().flatMap((group) => group.shortcuts);
    expect(shortcuts).toContainEqual(expect.objectContaining({ keys: "mod+j", label: "Draft with AI" }));
  });

  it("is stopped, discarded and asked for again", async () => {
    server.on("POST threads/thread-1/draft", { events: [{ type: "delta", text: "By" }], isHeld: true });
    await open();
    await click("Draft with AI");
    await within(await card()).findByText("By");
    expect(screen.queryByRole("button", { name: "Insert" })).toBeNull();
    await click("Stop");
    expect(within(await card()).getByRole("status").textContent).toBe("Stopped");
    server.on("POST threads/thread-1/draft", drafted("By boat."));
    await click("Try again");
    await within(await card()).findByText("By boat.");
    await click("Discard");
    await waitFor(() => expect(screen.queryByRole("region", { name: "Draft by Harbour help" })).toBeNull());
    expect(field().value).toBe("");
    nothingWasSent();
  });

  it("says plainly why there is none, and can be asked for again", async () => {
    server.on("POST threads/thread-1/draft", { status: 429, code: "too_many", message: "Please wait." });
    await open();
    await click("Draft with AI");
    expect((await screen.findByRole("alert")).textContent).toBe("Nothing was written. Please wait.");
    const error = { code: "model_cut", message: "The answer was cut off." };
    server.on("POST threads/thread-1/draft", drafted("By b", { type: "failed", error }));
    await click("Try again");
    await waitFor(() =>
      expect(screen.getByRole("alert").textContent).toBe("It ends here. The answer was cut off."),
    );
  });

  it("tells that the visitor has written since", async () => {
    server.on("POST threads/thread-1/draft", drafted("By boat."));
    await open();
    await click("Draft with AI");
    await within(await card()).findByText("By boat.");
    expect(screen.queryByText(/wrote again/)).toBeNull();
    const later = makeMessage({ ...asked, id: "m2", position: 2, content: "By car?" });
    await waitFor(() => expect(server.openStreams()).toBe(1));
    act(() => server.tell({ type: "message", message: later, agentId, threadId: "thread-1" }));
    expect(await screen.findByText(/wrote again/)).toBeTruthy();
  });

  it("can't be asked for where the visitor has said nothing", async () => {
    server.on("GET threads/thread-1/messages", { body: { items: [], hasMore: false } });
    openScreen({
      at: "inbox/conversations/thread-1",
      route: "inbox/conversations/:threadId?",
      screen: Inbox,
    });
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Draft with AI" });
    expect(button.disabled).toBe(true);
    // The next test's would not be read while this one's is on its way.
    await waitFor(() => expect(assist.read).toBeTruthy());
  });
});

describe("rewrites one's own words", () => {
  it("come in their place only when somebody says so, and can be put back", async () => {
    server.on("POST threads/thread-1/rewrite", written("Gladly: by boat!"));
    await open();
    expect(screen.queryByRole("button", { name: "Friendlier" })).toBeNull();
    type("By boat.");
    await click("Friendlier");
    const shown = within(await card("Friendlier"));
    expect(await shown.findByText("Gladly: by boat!")).toBeTruthy();
    await waitFor(() => expect(shown.getByRole("status").textContent).toBe("GPT-4o · 5 credits"));
    expect(field().value).toBe("By boat.");
    expect(server.sent("POST threads/thread-1/rewrite")).toEqual([
      { data: { content: "By boat.", style: "friendlier" } },
    ]);
    await click("Use this instead");
    await waitFor(() => expect(field().value).toBe("Gladly: by boat!"));
    await click("Put it back");
    await waitFor(() => expect(field().value).toBe("By boat."));
    expect(screen.queryByText("What you wrote before")).toBeNull();
    nothingWasSent();
  });

  it("go into the visitor's language by another button", async () => {
    server.on("POST threads/thread-1/translation", written("Mit dem Boot."));
    await open();
    type("By boat.");
    await click("Translate reply");
    expect(await within(await card("Translation")).findByText("Mit dem Boot.")).toBeTruthy();
    expect(server.sent("POST threads/thread-1/translation")).toEqual([{ data: { content: "By boat." } }]);
    await click("Use this instead");
    await waitFor(() => expect(field().value).toBe("Mit dem Boot."));
    expect(screen.getByText("What you wrote before")).toBeTruthy();
    nothingWasSent();
  });

  it("are not offered where the built-in model is all there is", async () => {
    serve({ writer: null, summary: null });
    await open();
    type("By boat.");
    await waitFor(() => expect(assist.read).toEqual({ writer: null, summary: null }));
    expect(screen.queryByRole("button", { name: "Friendlier" })).toBeNull();
    expect(screen.getByRole("button", { name: "Draft with AI" })).toBeTruthy();
  });
});

describe("a visitor's message in the reader's language", () => {
  const call = "POST threads/thread-1/messages/m1/translation";
  const view = () => screen.findByRole("group", { name: "Translation" });

  it("comes under the original by a click, which stays, and goes again", async () => {
    server.on(call, written("Wie komme ich hin?"));
    await open();
    await click("Translate");
    expect(await within(await view()).findByText("Wie komme ich hin?")).toBeTruthy();
    await within(await view()).findByText("Translated by GPT-4o · 5 credits");
    expect(screen.getByText("How do I get there?")).toBeTruthy();
    expect(server.sent(call)).toEqual([{ data: { language: "en" } }]);
    await click("Hide");
    await waitFor(() => expect(screen.queryByRole("group", { name: "Translation" })).toBeNull());
    // It is kept with the message.
    await click("Show translation");
    expect(await within(await view()).findByText("Wie komme ich hin?")).toBeTruthy();
    expect(server.sent(call)).toHaveLength(1);
  });

  it("says where it was in their language already, which cost nothing", async () => {
    const events = [
      { type: "delta", text: "How do I get there?" },
      { type: "done", model: "GPT-4o", credits: 0 },
    ];
    server.on(call, { events });
    await open();
    await click("Translate");
    await within(await view()).findByText("Already in your language. No cost.");
    expect(screen.getAllByText("How do I get there?")).toHaveLength(1);
  });

  it("gives the focus to the messages where what was pressed goes with it", async () => {
    server.on(call, written("Wie komme ich hin?"));
    await open();
    const press = async (name: string) => {
      const button = await screen.findByRole("button", { name });
      button.focus();
      fireEvent.click(button);
      await waitFor(() => expect(button.isConnected).toBe(false));
      expect(document.activeElement).toBe(screen.getByRole("log", { name: "Messages" }));
    };
    for (const name of ["Translate", "Hide", "Show translation"]) await press(name);
  });

  it("says plainly why there is none, and is asked for again", async () => {
    server.on(call, { status: 429, code: "too_many", message: "Please wait." });
    await open();
    await click("Translate");
    expect((await screen.findByRole("alert")).textContent).toBe("Not translated. Please wait.");
    server.on(call, written("Wie komme ich hin?"));
    await click("Try again");
    expect(await within(await view()).findByText("Wie komme ich hin?")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is not offered where the built-in model is all there is, and not for what the team said", async () => {
    const said = makeMessage({ ...asked, id: "m2", position: 1, role: "support", content: "Hello" });
    server.on("GET threads/thread-1/messages", { body: { items: [asked, said], hasMore: false } });
    await open();
    expect(await screen.findAllByRole("button", { name: "Translate" })).toHaveLength(1);
    serve({ writer: null, summary: null });
    await act(() => loadAssistance({ orgId, agentId, threadId: "thread-1" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Translate" })).toBeNull());
  });
});
