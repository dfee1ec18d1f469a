import { afterEach, describe, expect, it } from "vitest";
import type { Thread } from "../../shared/contract/conversations.ts";
import { makeThread as sampleThread } from "../../tests/kit/samples.ts";
import { fill, reset } from "./resource.ts";
import { fits, nameList, takeThread, threads } from "./threads.ts";
import type { ThreadView } from "./threads.ts";

afterEach(() => reset(threads));

describe("a view of the conversations", () => {
  const me = "user-1";
  const thread = sampleThread({
    ...{ priority: "high", labelIds: ["l1"], handledBy: "human", lastActivityAt: 50 },
    ...{ assignee: { id: me, name: "Ana" }, team: { id: "t1", name: "Support" } },
    resolution: { is: "escalated", reason: "person", at: 40 },
  });

  it.each<[Partial<ThreadView>, boolean]>([
    [{}, true],
    [{ queue: "mine" }, true],
    [{ queue: "ai" }, false],
    [{ status: "open", priority: "high", labelId: "l1" }, true],
    [{ priority: "urgent" }, false],
    [{ labelId: "l2" }, false],
    [{ assigneeId: me, teamId: "t1", surface: "widget" }, true],
    [{ assigneeId: "none" }, false],
    [{ teamId: "t2" }, false],
    [{ verified: "false" }, true],
    [{ verified: "true" }, false],
    [{ since: 50, before: 51 }, true],
    [{ before: 50 }, false],
    [{ resolution: "escalated" }, true],
    [{ resolution: "negative" }, false],
  ])("%j has it: %s", (part, expected) => {
    expect(fits(thread, { queue: "all", sort: "newest", ...part }, me)).toBe(expected);
  });
});

function makeThread(id: string, lastActivityAt: number, part: Partial<Thread> = {}): Thread {
  return sampleThread({ id, agentId: "a1", lastActivityAt, ...part });
}

describe("a thread that is told of", () => {
  const of = nameList({ agentId: "a1", view: { queue: "ai", sort: "newest" } });
  const shown = () => [threads.data?.items.map(({ id }) => id).join(""), threads.data?.total];

  it.each<[string, Thread, number, [string, number]]>([
    ["comes to the top when something happens in it", makeThread("a", 30), 2, ["ab", 2]],
    ["comes in new", makeThread("c", 30), 2, ["cba", 3]],
    ["leaves when a person takes it", makeThread("b", 30, { handledBy: "human" }), 2, ["a", 1]],
    ["of another agent does not concern the list", makeThread("c", 30, { agentId: "a2" }), 2, ["ba", 2]],
    ["that is older than all of a list that goes on waits for its page", makeThread("c", 1), 9, ["ba", 10]],
  ])("%s", (_, thread, total, expected) => {
    fill(threads, { of, items: [makeThread("b", 20), makeThread("a", 10)], total });
    takeThread(thread);
    expect(shown()).toEqual(expected);
  });
});
