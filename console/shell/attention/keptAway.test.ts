import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Message, Thread } from "../../../shared/contract/conversations/conversations.ts";
import type { Quiet } from "../../../shared/contract/notifications/quiet.ts";
import { usualQuietHours } from "../../../shared/domain/quietHours.ts";
import { agentId, orgId, startConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import { recordSounds } from "../../../tests/kit/browser/recordSounds.ts";
import { createLocks } from "../../../tests/kit/browser/locks.ts";
import { session } from "../../../tests/kit/console/openConsole.tsx";
import { makeMessage, makeThread } from "../../../tests/kit/samples.ts";
import { authentication } from "../../state/accounts/authentication.ts";
import { chooseSound, inboxSound, soundKinds } from "../../state/conversations/inbox/inboxSound.ts";
import { closeLive, watchAgent } from "../../state/platform/live.ts";
import { closeQuiet, quiet as known, readQuiet } from "../../state/notifications/quiet.ts";
import { watchForNews } from "./watchForNews.ts";
import { stubNavigator } from "../../../tests/kit/browser/stubNavigator.ts";

const me = session.user._id;
const always = { ...usualQuietHours("UTC"), from: "00:00", to: "00:00" };
const mine = { assignee: { id: me, name: "Ada" } };
const [low, knock, chime] = [[330], [523, 523, 523], [660, 990]];
let server: ConsoleServer;
let quiet: Quiet;
let heard: number[];
let notes: string[];
let hearEvent = vi.fn<(event: object) => void>();
let times = 0;

beforeEach(() => {
  server = startConsoleServer();
  Object.assign(authentication, { user: session.user });
  [heard, notes, quiet] = [recordSounds(), [], { quietHours: null, mutedIds: [] }];
  server.on("GET threads/quiet", () => ({ body: { data: quiet } }));
  vi.stubGlobal("Notification", Object.assign(FakeNotification, { permission: "granted" }));
  vi.stubGlobal("isSecureContext", true);
  localStorage.setItem("browserNotes", "on");
  inboxSound.isOn = true;
});
afterEach(() => {
  closeLive();
  closeQuiet();
  show(true);
  for (const kind of soundKinds) chooseSound(kind, "chime");
  inboxSound.isOn = false;
  localStorage.clear();
  Object.assign(authentication, { user: null });
  history.replaceState(null, "", "/elsewhere");
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

class FakeNotification {
  constructor(_: string, { body }: { body: string }) {
    notes.push(body);
  }
}

function show(isShown: boolean): void {
  Object.defineProperty(document, "hidden", { value: !isShown, configurable: true });
}

/** Opens windows of one browser, and gives what leaves them; `hasLocks` where its address begins with https. */
async function open(windows = 1, { hasLocks = true } = {}): Promise<() => void> {
  if (hasLocks) stubNavigator({ locks: createLocks() });
  hearEvent = vi.fn();
  const stops = Array.from({ length: windows }, () => watchForNews({ orgId, agentId }));
  watchAgent(agentId, { onEvent: hearEvent, hearsHidden: true });
  await vi.waitFor(() => expect(server.openStreams()).toBe(1));
  vi.useFakeTimers();
  return () => stops.forEach((stop) => stop());
}

const makeEvent = (part: Partial<Thread>): Thread =>
  makeThread({ ...{ id: "t1", agentId, handledBy: "human", assignee: null, unread: (times += 1) }, ...part });

/** Tells of a conversation, and what was said in it where that is told, too; until it was announced. */
async function come(part: Partial<Thread> = {}, said?: Partial<Message>, namedIds?: string[]): Promise<void> {
  const [before, lastActivityAt] = [hearEvent.mock.calls.length, Date.now()];
  const thread = makeEvent({ lastActivityAt, ...part });
  if (said)
    server.tell({
      type: "message",
      message: makeMessage({ threadId: thread.id, id: `m${times}`, createdAt: lastActivityAt, ...said }),
      ...(namedIds && { namedIds }),
    });
  server.tell({ type: "thread", thread });
  await vi.waitFor(() => expect(hearEvent.mock.calls).toHaveLength(before + (said ? 2 : 1)));
  // Past what was read of the user's choices before, too.
  await vi.advanceTimersByTimeAsync(6000);
}

const note: Partial<Message> = { audience: "team" };
const given = {
  kind: "event",
  content: "assigned",
  audience: "team",
  author: { id: "bo", name: "Bo" },
} as const;
/** A note that names the user, or whom it is told to; one that named the user before may be unread. */
const comeNamed = (namedIds = [me], mentionedIds = [me]) => come({ unread: 0, mentionedIds }, note, namedIds);
const comeGiven = (by: Partial<Message> = {}) => come({ unread: 0, ...mine }, { ...given, ...by });
/** Something that happened by itself in a conversation in which nothing was said for long. */
const comeHappened = (content: string, part: Partial<Thread>, by: Partial<Message> = {}) =>
  come({ unread: 0, lastActivityAt: 0, ...part }, { ...given, content, author: null, ...by });

it("each kind of news sounds as it was chosen for it, or not at all", async () => {
  await open();
  chooseSound("waiting", "low");
  chooseSound("mention", "knock");
  await come();
  await come(mine);
  await comeNamed();
  await comeGiven();
  expect(heard).toEqual([...low, ...chime, ...knock, ...chime]);
  chooseSound("mine", "none");
  await come(mine);
  await come();
  expect(heard).toEqual([...low, ...chime, ...knock, ...chime, ...low]);
});

it("mentions of others and the user's own takeovers are no news", async () => {
  await open();
  await comeNamed(["bo"], ["bo"]);
  await comeGiven({ author: { id: me, name: "Ada" } });
  await comeHappened("unassigned", { personRequestedAt: 1 }, { author: { id: me, name: "Ada" } });
  await come({ unread: 0, assignee: { id: "bo", name: "Bo" } }, given);
  expect(heard).toEqual([]);
});

it.each<[string, Partial<Thread>, string, readonly number[]]>([
  ["given", mine, "A conversation was assigned to you.", chime],
  ["woken", mine, "A snoozed conversation is back.", chime],
  ["woken", {}, "A snoozed conversation is back.", low],
  ["replyOverdue", mine, "A reply is overdue.", chime],
  ["replyOverdue", {}, "A reply is overdue.", low],
  ["unassigned", { personRequestedAt: 1 }, "A visitor is waiting again.", low],
  ["offline", { personRequestedAt: 1 }, "A visitor is waiting again.", low],
  ["memberLeft", { personRequestedAt: 1 }, "A visitor is waiting again.", low],
])("what happens by itself is news where it is the user's or nobody's: %s %j", async (...row) => {
  const [content, part, says, sound] = row;
  await open();
  show(false);
  chooseSound("waiting", "low");
  await comeHappened(content, part);
  expect([notes, heard]).toEqual([[says], sound]);
});

it.each<[string, Partial<Thread>]>([
  ["given", { assignee: { id: "bo", name: "Bo" } }],
  ["woken", { assignee: { id: "bo", name: "Bo" } }],
  ["woken", { handledBy: "ai" }],
  ["woken", { preview: true }],
  ["replyOverdue", { assignee: { id: "bo", name: "Bo" } }],
  ["memberLeft", { personRequestedAt: null }],
  ["offline", { assignee: { id: "bo", name: "Bo" } }],
  ["priority", mine],
])("what happens by itself is no news where it is not: %s %j", async (content, part) => {
  await open();
  await comeHappened(content, part);
  expect(heard).toEqual([]);
});

it.each<[string, Partial<Thread>]>([
  ["before it shows whose it is", {}],
  ["and shows whose it is from the start", mine],
])(
  "who asks for a person and is given to the user in the same moment is told of once, %s",
  async (_, part) => {
    await open();
    show(false);
    const lastActivityAt = Date.now();
    const gift: Partial<Message> = { ...given, content: "given", author: null, createdAt: lastActivityAt };
    server.tell({ type: "thread", thread: makeEvent({ lastActivityAt, ...part }) });
    server.tell({ type: "message", message: makeMessage({ threadId: "t1", ...gift }) });
    server.tell({ type: "thread", thread: makeEvent({ lastActivityAt, ...mine }) });
    await vi.waitFor(() => expect(hearEvent).toHaveBeenCalledTimes(3));
    await vi.advanceTimersByTimeAsync(6000);
    expect([notes, heard]).toEqual([["A conversation was assigned to you."], chime]);
    await come(mine);
    expect(notes.at(-1)).toBe("News in one of your conversations.");
  },
);

it("while a note that named the user is unread, each that names them is news, by themselves or by their team", async () => {
  await open();
  await comeNamed();
  expect(heard).toEqual(chime);
  await comeNamed(["bo"]);
  await comeNamed([]);
  expect(heard).toEqual(chime);
  await comeNamed(["bo", me]);
  expect(heard).toEqual([...chime, ...chime]);
});

it.each([
  ["a window that is seen", true],
  ["a tab that nobody sees", false],
])("announces nothing in quiet hours %s, and everything afterward", async (_, isShown) => {
  await open();
  show(isShown);
  quiet.quietHours = always;
  await come();
  await comeNamed();
  await comeGiven();
  expect([heard, notes]).toEqual([[], []]);
  quiet.quietHours = null;
  await comeNamed();
  expect(heard).toEqual(chime);
  expect(notes).toEqual(isShown ? [] : ["You’re mentioned in a note."]);
});

it("a muted conversation tells only mentions of the user", async () => {
  await open();
  show(false);
  quiet.mutedIds = ["t1"];
  await come();
  await come(mine);
  expect([heard, notes]).toEqual([[], []]);
  await come({ id: "t2" });
  await comeNamed();
  await comeGiven();
  expect(notes).toEqual([
    "News in a conversation that needs a person.",
    "You’re mentioned in a note.",
    "A conversation was assigned to you.",
  ]);
  expect(heard).toEqual([...chime, ...chime, ...chime]);
});

describe("while it can't be asked what is quiet", () => {
  const fail = () => server.on("GET threads/quiet", { status: 503, code: "unavailable" });

  it("nothing sounds where that was never known: it may be night", async () => {
    fail();
    await open();
    show(false);
    await come();
    await comeNamed();
    expect([heard, notes]).toEqual([[], []]);
    server.on("GET threads/quiet", { body: { data: quiet } });
    await come();
    expect([heard, notes]).toEqual([chime, ["News in a conversation that needs a person."]]);
  });

  it("what was known holds, until the agent is left", async () => {
    await open();
    await come();
    fail();
    await come();
    expect(heard).toEqual([...chime, ...chime]);
    closeQuiet();
    await come();
    expect(heard).toEqual([...chime, ...chime]);
  });
});

it("changes nothing about mutes there while another agent is being opened", async () => {
  server.on(`GET /api/console/v1/org/${orgId}/copilotapps/agent-2/threads/quiet`, {
    body: { data: { quietHours: null, mutedIds: ["t2"] } },
  });
  const stop = await open();
  server.tell({ type: "thread", thread: makeEvent({ lastActivityAt: Date.now() }) });
  await vi.waitFor(() => expect(hearEvent).toHaveBeenCalledOnce());
  stop();
  closeQuiet();
  await readQuiet({ orgId, agentId: "agent-2" });
  await vi.advanceTimersByTimeAsync(6000);
  expect(known.mutedIds).toEqual(["t2"]);
  // Of the one that was left.
  expect(heard).toEqual(chime);
});

it.each([
  ["with locks", true],
  ["without", false],
])("of two windows that are seen side by side one sounds, %s", async (_, hasLocks) => {
  await open(2, { hasLocks });
  await come();
  await comeNamed();
  expect(heard).toEqual([...chime, ...chime]);
});

it.each([
  ["with locks", true],
  ["without", false],
])("none sounds of what is read in the other one, whichever hears of it first, %s", async (_, hasLocks) => {
  await open(0, { hasLocks });
  const at = (path: string) => history.replaceState(null, "", path);
  for (const path of ["/settings", "/inbox/conversations/t1", "/settings"]) {
    watchAgent(agentId, { onEvent: () => at(path) });
    watchForNews({ orgId, agentId });
  }
  await come();
  expect(heard).toEqual([]);
  await come({ id: "t2" });
  expect(heard).toEqual(chime);
});

it.each([
  ["with locks", true],
  ["without", false],
])("a later window doesn't play the sound again for old news, %s", async (_, hasLocks) => {
  await open(1, { hasLocks });
  const lastActivityAt = Date.now();
  await come({ lastActivityAt });
  watchForNews({ orgId, agentId });
  await come({ lastActivityAt, priority: "urgent" });
  expect(heard).toEqual(chime);
});
