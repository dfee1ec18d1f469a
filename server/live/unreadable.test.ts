import { expect, it } from "vitest";
import { createUnreadable } from "./unreadable.ts";

const minuteMs = 60_000;

function watch() {
  let time = 0;
  const reports: unknown[] = [];
  const unreadable = createUnreadable({ now: () => time, report: (error) => reports.push(error) });
  return {
    /** Looks once, after `afterMs`; gives what is reported. */
    look(agentIds: string[], afterMs = 1000) {
      time += afterMs;
      const look = unreadable.beginLook();
      for (const id of agentIds) look.note(id, new Error(`in ${id}`));
      look.end();
      return reports.splice(0).map((error) => (error instanceof Error ? error.message : error));
    },
  };
}

it("an agent that can't be read is reported once, whoever else can't be read since", () => {
  const { look } = watch();
  expect(look(["a"])).toEqual(["The events of agent a can't be read."]);
  expect(look(["a"])).toEqual([]);
  expect(look(["b", "a", "b"])).toEqual(["The events of agent b can't be read."]);
  expect(look(["a", "b"])).toEqual([]);
});

it("one that was readable meanwhile is reported again", () => {
  const { look } = watch();
  look(["a"]);
  look([]);
  expect(look(["a"])).toEqual(["The events of agent a can't be read."]);
});

it("one that stays unreadable is reported each hour, with how many looks it was since", () => {
  const { look } = watch();
  look(["a"]);
  look(["a"]);
  expect(look(["a"], 58 * minuteMs)).toEqual([]);
  const again = "The events of agent a can't be read, as in 2 looks since this was reported.";
  expect(look(["a"], 2 * minuteMs)).toEqual([again]);
  expect(look(["a"])).toEqual([]);
});
