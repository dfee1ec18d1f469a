import { describe, expect, it } from "vitest";
import { chooseAssignee } from "./assignment.ts";
import type { Candidate } from "./assignment.ts";

const ana = { userId: "ana", open: 3, capacity: 5, turn: 7 };
const ben = { userId: "ben", open: 1, capacity: 5, turn: 9 };
const cem = { userId: "cem", open: 1, capacity: 5, turn: 8 };

describe("who is given a conversation", () => {
  it.each<{ name: string; mode: "turns" | "leastBusy"; among: Candidate[]; given: string | null }>([
    { name: "is who was given one longest ago", mode: "turns", among: [ben, ana, cem], given: "ana" },
    { name: "is who never was", mode: "turns", among: [ana, { ...ben, turn: null }, cem], given: "ben" },
    { name: "is nobody who is full", mode: "turns", among: [{ ...ana, open: 5 }, ben, cem], given: "cem" },
    { name: "is who has the fewest", mode: "leastBusy", among: [ana, ben], given: "ben" },
    { name: "is of two as busy whose turn it is", mode: "leastBusy", among: [ana, ben, cem], given: "cem" },
    {
      name: "is the same one whatever the order",
      mode: "turns",
      among: [
        { ...cem, turn: null },
        { ...ben, turn: null },
      ],
      given: "ben",
    },
    {
      name: "is nobody where all are over their number",
      mode: "leastBusy",
      among: [{ ...ana, capacity: 2 }],
      given: null,
    },
    { name: "is nobody where nobody is there", mode: "turns", among: [], given: null },
  ])("$name", ({ mode, among, given }) => {
    expect(chooseAssignee(mode, among)?.userId ?? null).toBe(given);
  });
});
