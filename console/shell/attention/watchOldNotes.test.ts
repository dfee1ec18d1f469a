import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Thread } from "../../../shared/contract/conversations/conversations.ts";
import type { NoteAbout } from "../../../shared/domain/push.ts";
import { agentId, orgId, startConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import { session } from "../../../tests/kit/console/openConsole.tsx";
import { makeThread } from "../../../tests/kit/samples.ts";
import { authentication } from "../../state/accounts/authentication.ts";
import { closeLive } from "../../state/platform/live.ts";
import {
  closeMissedNotifications,
  closeNotifications,
} from "../../state/notifications/shownNotifications.ts";
import { closeNotesLookedAt, watchOldNotes } from "./watchOldNotes.ts";

interface Shown {
  tag: string;
  data: object | string;
  close(): void;
}

const me = { id: session.user._id, name: "Ada" };
const bo = { id: "bo", name: "Bo" };
/** A visitor wrote, and waits for any member. */
const news: Partial<Thread> = {
  ...{ handledBy: "human", assignee: null, status: "open", unread: 1, personRequestedAt: 1 },
  ...{ mentionedIds: [me.id], replyDue: "overdue" },
};
let server: ConsoleServer;
let shown: Shown[];
let stop = () => {};

beforeEach(() => {
  server = startConsoleServer();
  Object.assign(authentication, { user: session.user });
  shown = [];
  const getNotifications = async ({ tag }: { tag?: string } = {}) =>
    shown.filter((one) => !tag || one.tag === tag); // a browser takes an empty tag for none
  const value = { getRegistrations: async () => [{ getNotifications }] };
  Object.defineProperty(navigator, "serviceWorker", { value, configurable: true });
});
afterEach(() => {
  stop();
  closeLive();
  Object.defineProperty(document, "hidden", { value: false, configurable: true });
  Object.assign(authentication, { user: null });
  Reflect.deleteProperty(navigator, "serviceWorker");
  vi.unstubAllGlobals();
});

const thread = (id: string, change: Partial<Thread> = {}) => makeThread({ id, agentId, ...news, ...change });

function show(tag: string, about: NoteAbout, at = `/inbox/${orgId}/${agentId}`): void {
  const note: Shown = {
    ...{ tag, data: { path: `${at}/${tag}`, about } },
    close: () => (shown = shown.filter((one) => one !== note)),
  };
  shown.push(note);
}

const tags = () => shown.map(({ tag }) => tag);

async function watch(): Promise<void> {
  stop = watchOldNotes({ orgId, agentId });
  await vi.waitFor(() => expect(server.openStreams()).toBe(1));
}

it.each<[what: string, about: NoteAbout, change: Partial<Thread>]>([
  ["of words that somebody read", "message", { unread: 0 }],
  ["of words in a conversation that is done", "message", { status: "resolved" }],
  ["of words in a conversation that the agent has again", "message", { handledBy: "ai" }],
  ["of words in a conversation of somebody else's", "message", { assignee: bo }],
  ["of a visitor whom somebody came for", "asked", { assignee: bo }],
  ["of a visitor who waits no more", "back", { personRequestedAt: null }],
  ["of what was one's own and is somebody else's", "assigned", { assignee: bo }],
  ["of a reply that was given", "overdue", { replyDue: null }],
  ["of a mention that was read", "mentioned", { mentionedIds: [] }],
])("a note %s closes, and no other one", async (_, about, change) => {
  show("t1", about);
  show("t2", about);
  server.on("GET threads/t1", () => ({ body: { data: thread("t1", { ...mine(about) }) } }));
  server.on("GET threads/t2", () => ({ body: { data: thread("t2", { ...mine(about) }) } }));
  await watch();
  server.tell({ type: "thread", thread: thread("t2", mine(about)) });
  server.tell({ type: "thread", thread: thread("t1", change) });
  await vi.waitFor(() => expect(tags()).toEqual(["t2"]));
});

const mine = (about: NoteAbout) => (about === "assigned" ? { assignee: me } : {});

it("what became old news while nothing was open closes once the inbox is, and what is gone too", async () => {
  show("read", "message");
  show("gone", "message");
  show("new", "message");
  show("other", "message", `/inbox/${orgId}/agent-2`);
  server.on("GET threads/read", { body: { data: thread("read", { unread: 0 }) } });
  server.on("GET threads/gone", { status: 404, code: "not_found" });
  server.on("GET threads/new", { body: { data: thread("new") } });
  await watch();
  await vi.waitFor(() => expect(tags()).toEqual(["new", "other"]));
});

it.each([
  ["stays while any does", 1, [agentId]],
  ["closes once none does", 0, []],
])("the one note of all that wait again in an agent %s", async (_, waiting, left) => {
  show(agentId, "back", `/inbox/${orgId}`);
  const counts = { agentId, unread: 3, waiting, mark: "", number: 1 };
  server.on(`GET /api/console/v1/org/${orgId}/unread`, { body: { data: [counts] } });
  server.on(`GET threads/${agentId}`, { status: 404, code: "not_found" });
  await closeMissedNotifications(orgId, [agentId]);
  expect(tags()).toEqual(left);
});

it("the note behind twenty that are still news closes the next time", async () => {
  const ids = Array.from({ length: 21 }, (_, index) => `t${index}`);
  for (const id of ids) {
    show(id, "message");
    const change = id === "t20" ? { unread: 0 } : {};
    server.on(`GET threads/${id}`, { body: { data: thread(id, change) } });
  }
  await closeMissedNotifications(orgId, [agentId]);
  expect(tags()).toEqual(ids);
  await closeMissedNotifications(orgId, [agentId]);
  expect(tags()).toEqual(ids.slice(0, 20));
});

it.each([
  ["without the bar", `/inbox/${orgId}/${agentId}`],
  ["without the bar, at the other address", `/conversations/${orgId}/${agentId}`],
  ["in the console", `/accounts/${orgId}/cp/${agentId}/inbox/conversations`],
])("a note that leads to the inbox %s closes when it was read elsewhere", async (_, at) => {
  show("read", "message", at);
  show("new", "message", at);
  server.on("GET threads/read", { body: { data: thread("read", { unread: 0 }) } });
  server.on("GET threads/new", { body: { data: thread("new") } });
  await watch();
  await vi.waitFor(() => expect(tags()).toEqual(["new"]));
});

it("a page whose path ends in a slash shows no conversation, and closes none of the notes", async () => {
  show("t1", "woken");
  stop = closeNotesLookedAt("");
  await closeNotifications("t0"); // what was begun before it is done
  expect(tags()).toEqual(["t1"]);
});

it("an open conversation has no notifications of any kind", async () => {
  show("t1", "woken");
  show("t2", "woken");
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  stop = closeNotesLookedAt("t1");
  await closeNotifications("t0"); // what was begun before it is done
  expect(tags()).toEqual(["t1", "t2"]);
  Object.defineProperty(document, "hidden", { value: false, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(tags()).toEqual(["t2"]));
});
