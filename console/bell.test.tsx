import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { agentId, startConsoleServer } from "../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../tests/kit/console/consoleServer.ts";
import { closeInbox, openInbox, serveInbox } from "../tests/kit/conversations/inbox/inboxServer.tsx";
import { session } from "../tests/kit/console/openConsole.tsx";
import { makeMessage, makeThread } from "../tests/kit/samples.ts";
import { useGuardedLocation } from "./parts/useGuardedLocation.ts";
import { NoticeList } from "./shell/notices/NoticeList.tsx";
import { authentication } from "./state/accounts/authentication.ts";
import { closeNotices, openNotices } from "./state/notifications/notices.ts";

const at = 1_790_000_000_000;
const me = session.user._id;
const thread = makeThread({ id: "t1", agentId });
let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  Object.assign(authentication, { user: session.user });
  openNotices(me);
  serveInbox(server, { thread: () => thread });
});
afterEach(() => {
  closeInbox();
  closeNotices();
  Object.assign(authentication, { user: null });
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function open(threadId: string, query: string) {
  await openInbox(server, `inbox/conversations/${threadId}?${query}`);
  await screen.findByRole("region", { name: /^Conversation with/ });
}

describe("the bell", () => {
  it("opens conversations as a table if the list was one, and otherwise unchanged", async () => {
    await open("t1", "layout=table");
    const person = { kind: "person" as const, id: me, name: "Ada" };
    const author = { id: "user-2", name: "Bo" };
    const note = makeMessage({ threadId: "t2", audience: "team", author, about: { mentions: [person] } });
    act(() => server.tell({ type: "message", message: note, namedIds: [me] }));
    act(() => server.tell({ type: "thread", thread: { ...thread, id: "t2", mentionedIds: [me] } }));
    const reply = { id: "later", threadId: "t0", author: { id: me }, held: { because: "blocked", at } };
    act(() => server.tell({ type: "scheduled", threadId: "t0", replyId: "later", reply }));
    const list = () =>
      render(
        <Router hook={useGuardedLocation}>
          <NoticeList onLeave={() => {}} />
        </Router>,
      );
    list();
    const ways = () => screen.findAllByRole("link", { name: "Go to the page" });
    const ends = async () =>
      (await ways()).map((link) => /[^/]+$/.exec(link.getAttribute("href") ?? "")?.[0]).toSorted();
    await waitFor(async () => expect(await ends()).toEqual(["t0?layout=table", "t2?layout=table"]));
    cleanup();
    await open("t1", "queue=all");
    list();
    expect(await ends()).toEqual(["t0", "t2"]);
  });
});
