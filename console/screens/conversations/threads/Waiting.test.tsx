import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import type { Message, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { makeAgent } from "../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
  serveInbox,
} from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeMessage, makeThread } from "../../../../tests/kit/samples.ts";

const contact = makeContact({ name: "Noor" });
const readsAgain = "Visitors see a reply where the chat is still open, or when they come back once it is";

let server: ConsoleServer;
beforeEach(() => {
  server = startConsoleServer();
});
afterEach(() => {
  closeInbox();
  vi.unstubAllGlobals();
});

interface Shown {
  thread?: Partial<Thread>;
  agent?: Partial<Agent>;
  messages?: Message[];
  offSurfaces?: string[];
}

/** Opens a conversation, and gives its head. */
async function open({ thread, agent = {}, messages, offSurfaces = [] }: Shown): Promise<HTMLElement> {
  const shown = makeThread({ id: "thread-1", agentId, contact, ...thread });
  const filters = makeThreadFilters({ offSurfaces });
  serveInbox(server, { thread: () => shown, filters, ...(messages && { messages }) });
  server.on("GET agent", { body: { data: makeAgent(agent) } });
  await openInbox(server, "inbox/conversations/thread-1");
  await screen.findByRole("button", { name: "Canned replies" });
  const heading = await screen.findByRole("heading", { level: 2, name: "Noor" });
  return heading.closest("header") as HTMLElement; // the head that it stands in
}

describe("an agent that is paused", () => {
  it("is said to be so over the conversation and beside the field", async () => {
    const head = await open({ agent: { status: "paused" } });
    expect(within(head).getByText("The agent is paused")).toBeTruthy();
    expect(screen.getByText("Sending a reply takes over.")).toBeTruthy();
    const line = (await screen.findByText("Harbour Help is paused.")).closest("[role=status]");
    expect(line?.textContent).toBe(`Harbour Help is paused. ${readsAgain} live again.`);
    expect(screen.queryByText(/answers here/)).toBeNull();
  });

  it("keeps no reply from a visitor who writes by a channel", async () => {
    await open({ agent: { status: "paused" }, thread: { surface: "sms" } });
    expect(await screen.findByText("Sending a reply takes over.")).toBeTruthy();
    expect(screen.queryByText("Harbour Help is paused.")).toBeNull();
  });

  it("answers in the preview all the same", async () => {
    const head = await open({ agent: { status: "paused" }, thread: { preview: true } });
    expect(within(head).getByText("The agent answers")).toBeTruthy();
    expect(screen.getByText(/Harbour Help answers here/)).toBeTruthy();
    expect(screen.queryByText("Harbour Help is paused.")).toBeNull();
  });

  it("is why its visitor waits, which the team reads in the conversation", async () => {
    const asked = { handledBy: "human", personRequestedAt: Date.now() } as const;
    const event = makeMessage({
      role: "system",
      kind: "event",
      content: "agentPaused",
      threadId: "thread-1",
    });
    await open({ agent: { status: "paused" }, thread: asked, messages: [event] });
    await findNotice();
    expect(await screen.findByText(/The agent is paused · The visitor waits for the team/)).toBeTruthy();
  });
});

describe("a surface that is switched off", () => {
  it("is said to be so beside the field of its conversations, and of no others", async () => {
    await open({ offSurfaces: ["widget"] });
    const line = (await screen.findByText(/The chat widget is switched off/)).closest("[role=status]");
    expect(line?.textContent).toBe(`The chat widget is switched off. ${readsAgain} on again.`);
  });

  it("is nothing to who came by another", async () => {
    await open({ offSurfaces: ["hosted-web"] });
    expect(screen.queryByText(/is switched off/)).toBeNull();
  });
});

describe("a visitor who asked for a person", () => {
  it("waits as well where somebody said to wait for the visitor", async () => {
    const asked = { status: "pending", handledBy: "human", personRequestedAt: Date.now() } as const;
    await open({ thread: asked });
    await findNotice();
    await screen.findByRole("button", { name: "Take over" });
    const list = await screen.findByRole("link", { name: /Noor/ });
    await within(list).findByText(/Waiting for a person/);
  });

  it("does not wait in a conversation that is answered and that nobody has", async () => {
    const head = await open({ thread: { handledBy: "human" } });
    expect(within(head).getByText("Unassigned")).toBeTruthy();
    expect(within(screen.getByRole("link", { name: /Noor/ })).getByText("Unassigned")).toBeTruthy();
    expect(screen.queryByText(/Waiting for a person/)).toBeNull();
  });
});

/** The line below the messages, where alone the conversation says that its visitor waits. */
function findNotice(): Promise<HTMLElement> {
  return screen.findByText("Waiting for a person", { selector: "b" });
}
