import { afterEach, describe, expect, it } from "vitest";
import type { Thread } from "../../shared/contract/conversations.ts";
import { makeThread as sampleThread } from "../../tests/kit/samples.ts";
import { fill, reset } from "./resource.ts";
import { fits, nameList, takeThread, threads } from "./threads.ts";
import type { ThreadFilter } from "./threads.ts";

type State = Pick<Thread, "status" | "handledBy">;

const states: Record<string, State> = {
  "open with the agent": { status: "open", handledBy: "ai" },
  "open with a person": { status: "open", handledBy: "human" },
  resolved: { status: "resolved", handledBy: "ai" },
};

afterEach(() => reset(threads));

describe("the queues of the inbox", () => {
  it.each<[ThreadFilter, string[]]>([
    ["all", ["open with the agent", "open with a person", "resolved"]],
    ["waiting", ["open with a person"]],
    ["ai", ["open with the agent"]],
    ["resolved", ["resolved"]],
  ])("%s holds what is %s", (filter, expected) => {
    const held = Object.entries(states).filter(([, state]) => fits(state, filter));
    expect(held.map(([name]) => name)).toEqual(expected);
  });
});

function makeThread(id: string, lastActivityAt: number, part: Partial<Thread> = {}): Thread {
  return sampleThread({ id, agentId: "a1", lastActivityAt, ...part });
}

describe("a thread that is told of", () => {
  const of = nameList({ agentId: "a1", filter: "ai" });
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
