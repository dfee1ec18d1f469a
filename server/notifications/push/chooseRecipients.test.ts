import { describe, expect, it } from "vitest";
import { chooseTellings, chooseRecipients } from "./chooseRecipients.ts";
import type { Said, Recipient } from "./chooseRecipients.ts";

const listeners = [
  { userId: "ana", teamIds: ["sales"] },
  { userId: "bo", teamIds: ["support"] },
];
const thread: Said["thread"] = {
  ...{ id: "t", handledBy: "human", assigneeId: null, teamId: null, status: "open", preview: 0 },
  personRequestedAt: 1,
};
const visitors: Said["message"] = {
  ...{ id: "m", role: "user", kind: "text", content: "Hello?", audience: "all", authorId: null },
};
const event = (content: string, authorId: string | null = null): Said["message"] => ({
  ...visitors,
  ...{ role: "system", kind: "event", content, authorId },
});
const note = { ...visitors, role: "support", audience: "team", authorId: "ana" } as const;

describe("who is told", () => {
  it.each<[string, Partial<Said["thread"]>, Partial<Said["message"]>, string[]]>([
    ["a message that waits for anybody", {}, {}, ["ana", "bo"]],
    ["a message in somebody's conversation", { assigneeId: "bo" }, {}, ["bo"]],
    ["a message that waits for a team", { teamId: "sales" }, {}, ["ana"]],
    ["a message to the agent", { handledBy: "ai" }, {}, []],
    ["a message of a preview", { preview: 1 }, {}, []],
    ["a message of a snoozed conversation", { status: "snoozed" }, {}, []],
    ["a message of a resolved conversation", { status: "resolved" }, {}, []],
    ["the agent's answer", {}, { role: "assistant" }, []],
    ["a colleague's reply", {}, { role: "support" }, []],
    ["who asks for a person", {}, event("personRequested"), ["ana", "bo"]],
    ["who writes while the agent is paused", {}, event("agentPaused"), ["ana", "bo"]],
    ["who was given a conversation", { assigneeId: "bo" }, event("assigned", "ana"), ["bo"]],
    ["who took a conversation", { assigneeId: "bo" }, event("assigned", "bo"), []],
    ["who was given one by turns", { assigneeId: "bo" }, event("given"), ["bo"]],
    ["who asks for a person that somebody has since", { assigneeId: "bo" }, event("personRequested"), []],
    ["who is put back into the queue", {}, event("unassigned", "ana"), ["bo"]],
    ["whose person is offline for long", {}, event("offline"), ["ana", "bo"]],
    ["whose person left", { teamId: "support" }, event("memberLeft"), ["bo"]],
    ["who is given on at once", { assigneeId: "bo" }, event("offline"), []],
    ["who is owed no word and has nobody any more", { personRequestedAt: null }, event("memberLeft"), []],
    ["the end of a snooze in somebody's conversation", { assigneeId: "bo" }, event("woken"), ["bo"]],
    ["the end of a snooze where somebody is waited for", {}, event("woken"), ["ana", "bo"]],
    ["the end of a snooze in the agent's conversation", { handledBy: "ai" }, event("woken"), []],
    [
      "a reply that is overdue in somebody's conversation",
      { assigneeId: "bo" },
      event("replyOverdue"),
      ["bo"],
    ],
    ["what else is read about a conversation", {}, event("priority", "ana"), []],
    ["a note that names somebody", {}, note, ["bo"]],
  ])("of %s: %j %j", (_, ofThread, ofMessage, told) => {
    const said = { thread: { ...thread, ...ofThread }, message: { ...visitors, ...ofMessage } };
    const decided = chooseRecipients({ ...said, isAgents: false, namedIds: ["bo"] }, listeners);
    expect(decided.map(({ userId }) => userId)).toEqual(told);
  });

  it("of a message that the agent answers: nobody, though somebody came since", () => {
    const said = { thread: { ...thread, assigneeId: "ana" }, message: visitors, namedIds: [] };
    expect(chooseRecipients({ ...said, isAgents: true }, listeners)).toEqual([]);
  });

  it("once of what happens at once in a conversation: of the most urgent, and of that the last", () => {
    const told = (kind: Recipient["kind"], messageId: string, threadId = "t"): Recipient => ({
      ...{ userId: "ana", kind, threadId, messageId },
    });
    const chosen = chooseTellings([
      ...[told("message", "1"), told("asked", "2"), told("message", "3")],
      ...[told("message", "4", "other"), told("message", "5", "other")],
    ]);
    expect(chosen.map(({ messageId }) => messageId)).toEqual(["2", "5"]);
  });
});
