import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import type { Label, Message, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { createProgram, dataOf, makeApiKey } from "../../../kit/conversations/visitors/programs.ts";
import type { Program } from "../../../kit/conversations/visitors/programs.ts";
import { stores } from "../../../kit/database/stores.ts";
import { newClientId, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";

const hour = 60 * 60 * 1000;

describe.each(stores())("a program that works for the team, by raw requests, on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let program: Program;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
    const key = await makeApiKey(talk, ["conversations.read", "conversations.reply"]);
    program = createProgram(talk, { agentId: agent.id, key });
  });

  it("marks as read, assigns, labels, snoozes, types, notes and schedules replies, each once by an Idempotency-Key", async () => {
    const { id } = await program.begin();
    const thread = `/threads/${id}`;
    const mine = talk.owner.user._id;
    const later = talk.server.clock.now() + hour;
    const label = await twice<Label>("POST", "/labels", { name: "App", colour: "#1a73e8" });
    for (const [change, expected] of [
      [{ read: true }, { unread: 0 }],
      [{ assigneeId: mine }, { assignee: { id: mine } }],
      [{ addLabelIds: [label.id] }, { labelIds: [label.id] }],
      [{ priority: "urgent" }, { priority: "urgent" }],
      [
        { status: "snoozed", snoozedUntil: later },
        { status: "snoozed", snoozedUntil: later },
      ],
      [{ handledBy: "ai" }, { handledBy: "ai" }],
    ])
      expect(await twice<Thread>("PATCH", thread, change)).toMatchObject(expected ?? {});
    const words = { clientId: newClientId(), content: "Between us" };
    expect(await twice<Message>("POST", `${thread}/notes`, words)).toMatchObject({ audience: "team" });
    const reply = { clientId: newClientId(), content: "Later", sendAt: later };
    expect(await twice("POST", `${thread}/scheduled-replies`, reply)).toMatchObject({ sendAt: later });
    expect((await program.ask("POST", `${thread}/typing`)).status).toBe(204);
    const { items } = await program.read<{ items: Message[] }>(`${thread}/messages`);
    expect(items.filter(({ content }) => content === "Between us")).toHaveLength(1);
  });

  /** Makes a call and repeats it; gives what both were answered. */
  async function twice<Answer>(method: string, path: string, data: unknown): Promise<Answer> {
    const sent = { data, headers: { "Idempotency-Key": newClientId() } };
    const first = await dataOf<Answer>(await program.ask(method, path, sent));
    const repeat = await program.ask(method, path, sent);
    expect(repeat.headers.get("idempotent-replayed")).toBe("true");
    expect(await dataOf(repeat)).toEqual(first);
    return first;
  }
});
