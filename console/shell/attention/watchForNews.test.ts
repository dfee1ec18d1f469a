import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { agentId, orgId, startConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import { recordSounds } from "../../../tests/kit/browser/recordSounds.ts";
import { createLocks } from "../../../tests/kit/browser/locks.ts";
import { makeThread } from "../../../tests/kit/samples.ts";
import { chooseSound, inboxSound } from "../../state/conversations/inbox/inboxSound.ts";
import { closeLive, watchAgent } from "../../state/platform/live.ts";
import { inSeenTabs } from "./inOneTab.ts";
import { watchForNews } from "./watchForNews.ts";
import { stubNavigator } from "../../../tests/kit/browser/stubNavigator.ts";

const reading = ["inbox/conversations/thread-1", true] as const;
const hidden = ["settings", false] as const;
const place = { orgId, agentId };
const thread = makeThread({ id: "thread-1", agentId, handledBy: "human", assignee: null, unread: 1 });
let server: ConsoleServer;
let notes: string[];

beforeEach(() => {
  server = startConsoleServer();
  notes = [];
  const permission = { permission: "granted" };
  vi.stubGlobal(
    "Notification",
    Object.assign(
      class {
        constructor(title: string) {
          notes.push(title);
        }
      },
      permission,
    ),
  );
  // No press lets it sound.
  recordSounds(() => new Promise(() => {}));
  vi.stubGlobal("isSecureContext", true);
  localStorage.setItem("browserNotes", "on");
});
afterEach(() => {
  closeLive();
  be("elsewhere", true);
  inboxSound.isOn = false;
  chooseSound("waiting", "chime");
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets the tab be one that shows this, to somebody or to nobody. */
function be(at: string, isSeen: boolean): void {
  Object.defineProperty(document, "hidden", { value: !isSeen, configurable: true });
  history.replaceState(null, "", `/${at}`);
}

function withBrowser(browser: object): void {
  stubNavigator(browser);
}

/** Lets something come in, and gives its name. */
async function come(): Promise<string> {
  const heard = vi.fn();
  watchAgent(agentId, { onEvent: heard });
  await vi.waitFor(() => expect(server.openStreams()).toBe(1));
  vi.useFakeTimers();
  const lastActivityAt = Date.now();
  server.tell({ type: "thread", thread: { ...thread, lastActivityAt } });
  await vi.waitFor(() => expect(heard).toHaveBeenCalled());
  return `pilothouse news thread-1 ${lastActivityAt}`;
}

/** Tabs hear the same one after the other; what they do later they do in one that nobody sees. */
function openTabs(tabs: readonly (readonly [at: string, isSeen: boolean])[]): void {
  for (const [at, isSeen] of tabs) {
    watchAgent(agentId, { onEvent: () => be(at, isSeen) });
    watchForNews(place);
  }
  watchAgent(agentId, { onEvent: () => be(...hidden) });
}

it.each([
  ["tells what comes in", [hidden], 1],
  ["tells it once, however many there are", [hidden, hidden], 1],
  ["tells nothing of what is read in a tab that heard of it before", [reading, hidden], 0],
  ["tells nothing of what is read in a tab that hears of it later", [hidden, reading], 0],
])("a tab that nobody sees %s", async (_, tabs, count) => {
  withBrowser({ locks: createLocks() });
  openTabs(tabs);
  await come();
  await vi.advanceTimersByTimeAsync(1000);
  expect(notes).toHaveLength(count);
});

it.each([
  ["that can but sound leaves it to another one", { hasBeenActive: false }, "on", "chime", true],
  [
    ...["that can but sound keeps others from it where somebody pressed something", { hasBeenActive: true }],
    ...["on", "chime", false],
  ],
  [
    "that is seen, without sound, leaves it to one that may show a note",
    { hasBeenActive: true },
    "off",
    "chime",
    true,
  ],
  ["whose sound for it is none leaves it to another one", { hasBeenActive: true }, "on", "none", true],
] as const)("a tab %s", async (_, userActivation, sound, tone, isFree) => {
  const locks = createLocks();
  withBrowser({ locks, userActivation });
  inboxSound.isOn = sound === "on";
  chooseSound("waiting", tone);
  openTabs([["settings", true]]);
  const name = await come();
  await vi.advanceTimersByTimeAsync(200);
  expect(await locks.request(name, { ifAvailable: true }, (lock) => lock !== null)).toBe(isFree);
});

it("what is heard while its agent is open comes in no hidden tab's bell once another agent is", async () => {
  withBrowser({ locks: createLocks() });
  openTabs([["settings", true]]);
  const name = (await come()).replace("pilothouse news ", "");
  await vi.advanceTimersByTimeAsync(1000);
  const work = vi.fn(async () => {});
  void inSeenTabs(`bell ${name}`, work);
  be("settings", true);
  void inSeenTabs(`bell ${name}`, work);
  await vi.advanceTimersByTimeAsync(6000);
  expect(work).not.toHaveBeenCalled();
});
