import { describe, expect, it } from "vitest";
import { findResolution, idleAfterMs } from "./resolution.ts";
import type { Outcome } from "./resolution.ts";

const at = 1_800_000_000_000;
const going: Outcome = {
  ...{ isResolved: false, isSnoozed: false, isAnswered: true, isNotFound: false, hadPerson: false },
  ...{ isByRule: false, isBegunByTeam: false },
  ...{ score: null, lastFeedback: null, isFeedbackOnLast: false, lastActivityAt: at },
};
const ended = { ...going, isResolved: true };

describe("a conversation came out", () => {
  it.each<{ name: string; outcome: Outcome; afterMs?: number; is: string | null }>([
    { name: "as nothing yet while it goes on", outcome: going, is: null },
    { name: "as nothing yet just before it is idle", outcome: going, afterMs: idleAfterMs - 1, is: null },
    { name: "as assumed once it is idle", outcome: going, afterMs: idleAfterMs, is: "assumed idle" },
    { name: "as assumed where it ended without a complaint", outcome: ended, is: "assumed ended" },
    {
      name: "as nothing while it sleeps",
      outcome: { ...going, isSnoozed: true },
      afterMs: idleAfterMs,
      is: null,
    },
    {
      name: "as nothing where the last question was never answered",
      outcome: { ...ended, isAnswered: false },
      afterMs: idleAfterMs,
      is: null,
    },
    { name: "as confirmed by a good rating", outcome: { ...ended, score: 4 }, is: "confirmed goodRating" },
    { name: "as negative by a bad one", outcome: { ...ended, score: 2 }, is: "negative badRating" },
    { name: "as assumed by one that says neither", outcome: { ...ended, score: 3 }, is: "assumed ended" },
    {
      name: "as confirmed by a thumb up at the end",
      outcome: { ...ended, lastFeedback: 1 },
      is: "confirmed goodAnswer",
    },
    {
      name: "as negative by a thumb down",
      outcome: { ...ended, lastFeedback: -1 },
      is: "negative badAnswer",
    },
    {
      name: "as negative where the last word is that no answer was found",
      outcome: { ...ended, isNotFound: true },
      is: "negative notFound",
    },
    {
      name: "as nothing yet where no answer was found while it goes on",
      outcome: { ...going, isNotFound: true },
      is: null,
    },
    {
      name: "by the visitor's word before the agent's",
      outcome: { ...ended, isNotFound: true, lastFeedback: 1, isFeedbackOnLast: true },
      is: "confirmed goodAnswer",
    },
    {
      name: "by the agent's last word where the praise is an earlier answer's",
      outcome: { ...ended, isNotFound: true, lastFeedback: 1 },
      is: "negative notFound",
    },
    { name: "as nothing yet by a thumb while it goes on", outcome: { ...going, lastFeedback: -1 }, is: null },
    {
      name: "as negative by a thumb down once it is idle",
      outcome: { ...going, lastFeedback: -1 },
      afterMs: idleAfterMs,
      is: "negative badAnswer",
    },
    {
      name: "by the rating of the whole before that of an answer",
      outcome: { ...ended, score: 5, lastFeedback: -1 },
      is: "confirmed goodRating",
    },
    {
      name: "as escalated while a person has it",
      outcome: { ...going, hadPerson: true },
      is: "escalated person",
    },
    {
      name: "as escalated also where its visitor praises the person",
      outcome: { ...ended, hadPerson: true, score: 5 },
      is: "escalated person",
    },
    {
      name: "as a procedure where a rule led to the person, whatever its visitor says",
      outcome: { ...ended, hadPerson: true, isByRule: true, score: 1 },
      is: "procedure rule",
    },
    {
      name: "as nothing yet where a rule held and nobody was asked for",
      outcome: { ...going, isByRule: true },
      is: null,
    },
    {
      name: "as nothing where the team began it, whatever its visitor says",
      outcome: { ...ended, hadPerson: true, isBegunByTeam: true, score: 1 },
      is: null,
    },
  ])("$name", ({ outcome, afterMs = 0, is }) => {
    const found = findResolution(outcome, at + afterMs);
    expect(found && `${found.resolution} ${found.reason}`).toBe(is);
  });
});
