import { expect, it } from "vitest";
import { beginTurns, dueAt, isAssent, takeTurn } from "./turns.ts";
import type { TurnAction, TurnEvent } from "./turns.ts";

/** Plays events at their times, with the clock's own in between, and gives what was done at which time. */
function play(events: [at: number, event: TurnEvent][], untilMs: number): string[] {
  let turns = beginTurns(0);
  let now = 0;
  const done: string[] = [];
  const take = (wanted: number, event: TurnEvent) => {
    const at = (now = Math.max(now, wanted));
    const step = takeTurn(turns, event, at);
    turns = step.turns;
    for (const action of step.actions) done.push(`${at} ${describe(action)}`);
    // The engine's part: what is asked aside is spoken at once.
    if (step.actions.some(({ type }) => type === "askStillThere")) {
      take(at, { type: "speaks" });
      take(at + 1, { type: "spoken" });
    }
  };
  for (const [at, event] of [...events, [untilMs, { type: "time" }] as [number, TurnEvent]]) {
    for (let due = dueAt(turns); due !== null && due < at; due = dueAt(turns)) {
      take(due, { type: "time" });
      if (done.at(-1)?.endsWith("sayGoodbye")) return done;
    }
    take(at, event);
  }
  return done;
}

function describe(action: TurnAction): string {
  return action.type === "send" ? `send “${action.text}”` : action.type;
}

const on: TurnEvent = { type: "voice", isOn: true };
const off: TurnEvent = { type: "voice", isOn: false };
const words = (text: string, at?: number): TurnEvent => ({
  type: "words",
  text,
  ...(at !== undefined && { at }),
});
const speaks: TurnEvent = { type: "speaks" };
const spoken: TurnEvent = { type: "spoken" };

it.each<[what: string, events: [number, TurnEvent][], until: number, done: string[]]>([
  [
    "a sentence ends a turn after 350 ms",
    [
      [0, on],
      [800, words("Where is my order?")],
      [1000, off],
    ],
    3000,
    ["1350 send “Where is my order?”"],
  ],
  [
    "a thought gets 900 ms",
    [
      [0, on],
      [800, words("Where is my")],
      [1000, off],
    ],
    3000,
    ["1900 send “Where is my”"],
  ],
  [
    "words in a pause for thought go on with the same turn",
    [
      [0, on],
      [500, words("I would like")],
      [600, off],
      [1400, on],
      [1500, words("I would like a refund.")],
      [1900, off],
    ],
    4000,
    ["2250 send “I would like a refund.”"],
  ],
  [
    "words that come later than the silence are not waited for twice",
    [
      [0, on],
      [1000, off],
      [1700, words("Do you deliver to Norway?", 1000)],
      [1700, { type: "time" }],
    ],
    3000,
    ["1700 send “Do you deliver to Norway?”"],
  ],
  [
    "noise that never ends keeps no turn open",
    [
      [0, on],
      [500, words("Are you open today")],
    ],
    4000,
    ["2500 send “Are you open today”"],
  ],
  [
    "noise alone is no turn",
    [
      [0, on],
      [9000, off],
      [9100, on],
    ],
    9500,
    [],
  ],
  ["a word of somebody who listens answers a question", [[0, words("Mhm.")]], 2000, ["350 send “Mhm.”"]],
  [
    "a cough pauses the agent, who goes on after 1.5 s",
    [
      [0, speaks],
      [100, on],
      [300, off],
    ],
    4000,
    ["100 pause", "1600 goOn"],
  ],
  [
    "“mhm” does not stop the agent either",
    [
      [0, speaks],
      [100, on],
      [200, words("mhm")],
      [300, off],
    ],
    4000,
    ["100 pause", "1600 goOn"],
  ],
  [
    "noise that goes on pauses once",
    [
      [0, speaks],
      [100, on],
    ],
    9000,
    ["100 pause", "1600 goOn"],
  ],
  [
    "words interrupt, and begin the visitor's turn with none lost",
    [
      [0, speaks],
      [100, on],
      [400, words("wait")],
      [700, words("wait, to Norway?")],
      [800, off],
    ],
    3000,
    ["100 pause", "400 interrupt", "1150 send “wait, to Norway?”"],
  ],
  [
    "words while the agent thinks take the question back",
    [
      [0, words("Do you deliver?")],
      [400, { type: "time" }],
      [600, words("To Norway?")],
    ],
    3000,
    ["350 send “Do you deliver?”", "600 interrupt", "950 send “To Norway?”"],
  ],
  [
    "a typed text goes at once, whoever speaks",
    [
      [0, speaks],
      [100, { type: "typed", text: "Order 1234" }],
    ],
    3000,
    ["100 interrupt", "100 send “Order 1234”"],
  ],
  [
    "silence is asked about after 10 s, and ends the call after 30",
    [
      [0, speaks],
      [1000, spoken],
    ],
    60_000,
    ["11000 askStillThere", "31000 sayGoodbye"],
  ],
  [
    "an answer to “Still there?” starts the silence over",
    [
      [0, speaks],
      [1000, spoken],
      [12_000, words("Yes, sorry.")],
      [12_400, { type: "time" }],
      [13_000, speaks],
      [14_000, spoken],
    ],
    30_000,
    ["11000 askStillThere", "12350 send “Yes, sorry.”", "24000 askStillThere"],
  ],
  ["who has muted is asked nothing", [[0, { type: "mute", isOn: true }]], 60_000, []],
  [
    "muting in the middle of a turn ends it",
    [
      [0, on],
      [500, words("Where is my order")],
      [700, { type: "mute", isOn: true }],
    ],
    3000,
    ["1600 send “Where is my order”"],
  ],
])("%s", (_, events, until, done) => {
  expect(play(events, until)).toEqual(done);
});

it.each([
  ["mhm", true],
  ["Uh-huh.", true],
  ["hm, hm", true],
  ["yes", false],
  ["mhm but wait", false],
  ["nein", false],
])("takes “%s” for listening: %s", (text, is) => {
  expect(isAssent(text)).toBe(is);
});
