import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  Assistance,
  ThreadSummary,
} from "../../../../../shared/contract/conversations/messages/assist.ts";
import type { Message } from "../../../../../shared/contract/conversations/conversations.ts";
import { agentId, orgId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import { makeMessage, makeThread } from "../../../../../tests/kit/samples.ts";
import { assist } from "../../../../state/conversations/messages/assist.ts";
import { closeConversation, takeMessages } from "../../../../state/conversations/threads/conversation.ts";
import { moments } from "../../../../state/shell/moments.ts";
import { describeEvent } from "../../threads/describeEvent.ts";
import { SummaryPanel } from "./SummaryPanel.tsx";
import { openConversation } from "../../../../state/conversations/threads/openConversation.ts";

const place = { orgId, agentId, threadId: "thread-1" };
const writer = { model: "gpt-4o", label: "GPT-4o", credits: 5 };
const written: ThreadSummary = {
  ...{ to: 9, at: 5, by: "Ada" },
  content: { kind: "written", text: "Their lamp broke.", model: "GPT-4o", credits: 5 },
};

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  moments.language = "de";
  server.on("GET threads/thread-1", { body: { data: makeThread({ id: "thread-1", agentId }) } });
});
afterEach(() => {
  closeConversation();
  Object.assign(assist, { threadId: null, read: null });
  moments.language = null;
  vi.unstubAllGlobals();
});

const say = (position: number, part: Partial<Message> = {}) =>
  makeMessage({ id: `m${position}`, threadId: "thread-1", position, content: "Hello", ...part });

async function open(count: number, given: Assistance) {
  const items = Array.from({ length: count }, (_, position) => say(position));
  server.on("GET threads/thread-1/messages", { body: { items, hasMore: false } });
  server.on("GET threads/thread-1/assistance", { body: { data: given } });
  await openConversation(place);
  render(<SummaryPanel place={place} describe={describeEvent} />);
  await waitFor(() => expect(assist.read).toEqual(given));
}

const panel = () => screen.findByRole("region", { name: "Summary" });

describe("the summary of a conversation", () => {
  it("is offered for a long one, and written by a click in the reader's language", async () => {
    await open(9, { writer, summary: null });
    server.on("POST threads/thread-1/summary", { body: { data: written } });
    fireEvent.click(await screen.findByRole("button", { name: "Summarize" }));
    expect(await screen.findByText("Their lamp broke.")).toBeTruthy();
    expect(within(await panel()).getByText(/^Written by GPT-4o for Ada, .* · 5 credits$/)).toBeTruthy();
    expect(server.sent("POST threads/thread-1/summary")).toEqual([{ data: { language: "de" } }]);
    expect(screen.queryByText("There are newer messages.")).toBeNull();
  });

  it("is not offered for a short one", async () => {
    await open(7, { writer, summary: null });
    expect(screen.queryByRole("region", { name: "Summary" })).toBeNull();
  });

  it("is marked as old after a new or edited message, except for a private note, and is renewed", async () => {
    await open(9, { writer, summary: written });
    expect(await screen.findByText("Their lamp broke.")).toBeTruthy();
    act(() => takeMessages([say(9, { role: "support", audience: "team" })]));
    expect(screen.queryByText("There are newer messages.")).toBeNull();
    act(() => takeMessages([say(3, { editedAt: 6, updatedAt: 6 })]));
    expect(await screen.findByText("There are newer messages.")).toBeTruthy();
    const renewed = { ...written, to: 10, at: 7, content: { ...written.content, text: "It is settled." } };
    server.on("POST threads/thread-1/summary", { body: { data: renewed } });
    fireEvent.click(screen.getByRole("button", { name: "Update summary" }));
    expect(await screen.findByText("It is settled.")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("There are newer messages.")).toBeNull());
  });

  it("stays where the model writes no other, and says why", async () => {
    await open(9, { writer, summary: written });
    const refusal = { status: 502, code: "model_failed", message: "The model is busy." };
    server.on("POST threads/thread-1/summary", refusal);
    fireEvent.click(await screen.findByRole("button", { name: "Update summary" }));
    expect((await screen.findByRole("alert")).textContent).toContain(
      "There is no new summary. The model is busy.",
    );
    expect(screen.getByText("Their lamp broke.")).toBeTruthy();
  });

  it("is called an extract where no model wrote it", async () => {
    const quoted = { by: "visitor" as const, text: "My lamp broke.", at: 1 };
    const event = { content: "joined", author: { id: "u1", name: "Ada" }, createdAt: 2 };
    const last = [{ by: "team" as const, text: "We send another one.", at: 3 }];
    const content = { kind: "extract" as const, asked: quoted, decided: [event], last };
    await open(9, { writer: null, summary: { to: 9, at: 5, by: "Ada", content } });
    const shown = within(await panel());
    expect(shown.getByRole("heading", { name: "Extract" })).toBeTruthy();
    expect(shown.getByText(/without a model/)).toBeTruthy();
    for (const text of ["My lamp broke.", "We send another one.", "Ada took over · AI paused"])
      expect(shown.getByText(text)).toBeTruthy();
  });
});
