import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { closeInbox, openInbox, serveInbox } from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeThread } from "../../../../tests/kit/samples.ts";

/** What tells of another size: nothing is laid out here. */
const observers = new Set<() => void>();
class ToldObserver {
  readonly tell: () => void;
  constructor(tell: () => void) {
    this.tell = tell;
  }
  observe() {
    observers.add(this.tell);
  }
  disconnect() {
    observers.delete(this.tell);
  }
}

let server: ConsoleServer;
let now: number;

beforeEach(async () => {
  vi.stubGlobal("ResizeObserver", ToldObserver);
  server = startConsoleServer();
  const thread = makeThread({ id: "thread-1", agentId, contact: makeContact({ name: "Mia" }) });
  serveInbox(server, { thread: () => thread });
  await openInbox(server, "inbox/conversations/thread-1");
  await screen.findByText("Hello");
  now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now);
  size({ whole: 2000, shown: 400 });
  log().scrollTop = 1600;
  fireEvent.scroll(log());
});
afterEach(() => {
  cleanup();
  closeInbox();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const log = () => screen.getByRole("log", { name: "Messages" });

function size({ whole, shown }: { whole: number; shown: number }) {
  Object.defineProperties(log(), {
    scrollHeight: { value: whole, configurable: true },
    clientHeight: { value: shown, configurable: true },
  });
  act(() => observers.forEach((tell) => tell()));
}

const ways = [
  ["a press", () => fireEvent.pointerDown(log())],
  ["a key", () => fireEvent.keyDown(log(), { key: "Enter" })],
] as const;

it("what comes late to a message is followed, also where one of them has the focus", () => {
  within(log()).getByRole("link", { name: "Why this answer" }).focus();
  size({ whole: 2300, shown: 400 });
  expect(log().scrollTop).toBe(2300);
});

it.each(ways)("what %s in the list opened stays where it is, and what grows later is followed", (_, open) => {
  open();
  now += 900;
  size({ whole: 2060, shown: 400 });
  expect(log().scrollTop).toBe(1600);
  now += 200;
  size({ whole: 2070, shown: 400 });
  expect(log().scrollTop).toBe(2070);
});

it.each(ways)("after %s the end stays in sight above what takes of the list's height", (_, open) => {
  open();
  size({ whole: 2000, shown: 300 });
  expect(log().scrollTop).toBe(2000);
});
