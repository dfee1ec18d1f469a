import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";

type Handle = (event: object) => void;

const handlers = new Map<string, Handle>();
const showNotification = vi.fn(async (_title: string, _options: { tag: string }) => {});
const openWindow = vi.fn(async () => null);
const matchAll = vi.fn<() => Promise<object[]>>(async () => []);
const setAppBadge = vi.fn(async () => {});
const clearAppBadge = vi.fn(async () => {});
const note = { title: "Ada · 2 new", body: "Hello", path: "/inbox/o/a/t", tag: "t", about: "message" };

beforeAll(async () => {
  vi.stubGlobal("self", {
    addEventListener: (type: string, handle: Handle) => handlers.set(type, handle),
    registration: { scope: "https://agents.example.com/conversations/", showNotification },
    clients: { matchAll, openWindow },
  });
  await import("./worker.ts");
});
beforeEach(() => {
  vi.clearAllMocks();
  useBrowser({ setAppBadge, clearAppBadge });
});
afterAll(() => void vi.unstubAllGlobals());

function useBrowser(browser: object): void {
  vi.stubGlobal("navigator", browser);
}

/** Hands the worker an event as the browser does, until its work is done. */
async function happen(type: string, event: object): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  handlers.get(type)?.({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) });
  await work;
}

const push = (text: string) => happen("push", { data: { text: () => text } });

it("a push shows one note a conversation, and the number that came with it on the app's icon", async () => {
  await push(JSON.stringify({ ...note, unread: 4 }));
  expect(showNotification).toHaveBeenCalledWith("Ada · 2 new", {
    ...{ body: "Hello", tag: "t", renotify: true, icon: "/inbox/icon-192.png" },
    data: { path: "/inbox/o/a/t", about: "message" },
  });
  expect(setAppBadge).toHaveBeenCalledWith(4);
  await push(JSON.stringify({ ...note, unread: 0 }));
  expect(clearAppBadge).toHaveBeenCalledOnce();
});

it("a newer sum of an agent takes the place of the one before, and leaves what its conversations told", async () => {
  const sum = { ...note, path: "/inbox/o/a", tag: "a", about: "back" };
  await push(JSON.stringify({ ...sum, title: "3 conversations wait for the team again" }));
  await push(JSON.stringify(note));
  await push(JSON.stringify({ ...sum, title: "5 conversations wait for the team again" }));
  const shown = new Map(showNotification.mock.calls.map(([title, { tag }]) => [tag, title]));
  expect(Object.fromEntries(shown)).toEqual({
    a: "5 conversations wait for the team again",
    t: "Ada · 2 new",
  });
});

it.each([
  ["another organization leaves the number of the one that the app shows", "/inbox/o2/a/t", 0],
  ["the organization that the app shows changes the number", "/conversations/o/a", 1],
  ["an organization changes the number where the app shows none", "/inbox/", 1],
  ["an organization changes the number while only the console is open", "/accounts/o2/dashboard", 1],
])("a push of %s", async (_, shown, times) => {
  matchAll.mockResolvedValueOnce([{ url: `https://agents.example.com${shown}` }]);
  await push(JSON.stringify({ ...note, unread: 4 }));
  expect(setAppBadge).toHaveBeenCalledTimes(times);
});

it.each([
  ["that has no icon's number", {}, JSON.stringify({ ...note, unread: 4 })],
  [
    "that refuses it",
    { ...{ setAppBadge: () => Promise.reject(new Error("Not allowed.")) } },
    JSON.stringify({ ...note, unread: 4 }),
  ],
  ["of whose push nobody knows the number", { setAppBadge, clearAppBadge }, "no JSON"],
])("a push shows its note in a browser %s", async (_, browser, text) => {
  useBrowser(browser);
  await push(text);
  expect(showNotification).toHaveBeenCalledOnce();
  expect(setAppBadge).not.toHaveBeenCalled();
  expect(clearAppBadge).not.toHaveBeenCalled();
});

it("a click goes to the tab that shows the conversation, and opens one where there is none", async () => {
  const close = vi.fn();
  const click = () => happen("notificationclick", { notification: { close, data: { path: note.path } } });
  await click();
  expect(openWindow).toHaveBeenCalledWith("/conversations/o/a/t");
  const open = { url: "https://agents.example.com/inbox/o/a/t", postMessage: vi.fn(), focus: vi.fn() };
  matchAll.mockResolvedValueOnce([open]);
  await click();
  expect(open.focus).toHaveBeenCalledOnce();
  expect(openWindow).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledTimes(2);
});
