import { describe, expect, it } from "vitest";
import { chooseNext, chooseYields, createTurnOrder, sliceMs } from "./share.ts";

const hold = (organizationId: string, startedAt = 0, isYielding = false) => ({
  ...{ organizationId, startedAt, isYielding },
});

describe("turns of organizations", () => {
  it("go to who had none, then to who had theirs longest ago", () => {
    const turns = createTurnOrder();
    turns.took("a");
    turns.took("b");
    turns.took("a");
    const waiting = ["a", "b", "new", "newer"].map((organizationId, at) => ({ organizationId, since: at }));
    expect(turns.sort(waiting).map(({ organizationId }) => organizationId)).toEqual([
      ...["new", "newer", "b", "a"],
    ]);
  });

  it.each([
    ["the first one among equals", ["a", "b"], {}, 2, "a"],
    ["the one with the fewest places", ["a", "b"], { a: 1 }, 2, "b"],
    ["nobody who has their share", ["a"], { a: 2 }, 2, undefined],
    ["nobody where nobody waits", [], {}, 2, undefined],
  ])("choose %s", (_, order, places, mostEach, chosen) => {
    expect(chooseNext(order, { places: new Map(Object.entries(places)), mostEach })).toBe(chosen);
  });
});

describe("jobs that give back their places", () => {
  const young = [hold("a", 1), hold("a", 2), hold("a", 3)];
  const old = [hold("a", 1), hold("b", 2)];

  it.each([
    ["the one that began last, of who has two more than another", young, ["b"], 3, [young[2]]],
    ["as many as others need to have their share", young, ["b", "c"], 3, [young[2], young[1]]],
    ["none between equals before a slice is over", old, ["c"], sliceMs, []],
    ["the oldest one after its slice", old, ["c"], sliceMs + 1, [old[0]]],
    ["one after its slice for the same organization, too", [old[0]], ["a"], sliceMs + 1, [old[0]]],
    ["none more where one is on its way", [hold("a", 0, true), hold("a"), hold("a")], ["b"], 3, []],
    ["none where nobody waits", young, [], sliceMs * 9, []],
  ])("are %s", (_, holders, order, now, chosen) => {
    expect(chooseYields(holders as ReturnType<typeof hold>[], { order, now })).toEqual(chosen);
  });
});
