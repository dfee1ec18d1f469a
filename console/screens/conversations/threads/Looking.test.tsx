import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Attachment } from "../../../../shared/contract/conversations/files/attachment.ts";
import type { Message } from "../../../../shared/contract/conversations/conversations.ts";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { closeInbox, openInbox, serveInbox } from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeMessage, makeThread } from "../../../../tests/kit/samples.ts";
import { reset } from "../../../state/platform/resource.ts";
import { scheduledReplies } from "../../../state/conversations/messages/scheduledReplies.ts";

const thread = makeThread({ id: "thread-1", agentId });
const minuteMs = 60_000;

let server: ConsoleServer;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  server = startConsoleServer();
  serveInbox(server, { thread: () => thread, messages: say("1") });
});
afterEach(() => {
  vi.useRealTimers();
  closeInbox();
  reset(scheduledReplies);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function say(version: string): Message[] {
  const file = (id: string, name: string, contentType: string): Attachment => ({
    ...{ id, name, contentType, sizeBytes: 2048, url: `/${id}?${version}` },
  });
  const attachments = [
    file("f1", "lamp.png", "image/png"),
    file("f2", "bill.pdf", "application/pdf"),
    file("f3", "tent.png", "image/png"),
  ];
  const said = { id: "m1", threadId: "thread-1", position: 4, role: "user" as const };
  return [makeMessage({ ...said, content: "See this", attachments })];
}

it("A conversation that stays open has its files within reach, and the picture that was loaded stays", async () => {
  await openInbox(server, "inbox/conversations/thread-1");
  const link = (name: RegExp) => screen.findByRole("link", { name }).then((one) => one.getAttribute("href"));
  const picture = (name: string) => screen.getByRole<HTMLImageElement>("img", { name });
  expect(await link(/bill/)).toBe("/f2?1");
  fireEvent.load(picture("lamp.png"));
  server.on("GET threads/thread-1/messages", { body: { items: say("2"), hasMore: false } });

  const hide = (isHidden: boolean) => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
  };
  hide(true);
  vi.setSystemTime(Date.now() + 30 * minuteMs);
  // It came too late to be drawn.
  fireEvent.error(picture("tent.png"));
  expect(screen.queryByRole("img", { name: "tent.png" })).toBeNull();
  hide(false);
  await waitFor(async () => expect(await link(/bill/)).toBe("/f2?2"));
  expect(await link(/lamp/)).toBe("/f1?2");
  expect(picture("lamp.png").getAttribute("src")).toBe("/f1?1");
  expect(picture("tent.png").getAttribute("src")).toBe("/f3?2");
  const asked = server.requests.filter(({ path }) => path === "threads/thread-1/messages");
  expect(asked.map(({ query }) => query["before"])).toContain("5");
});
