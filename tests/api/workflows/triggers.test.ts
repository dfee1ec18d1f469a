import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { listWorkflowRuns } from "../../../shared/contract/workflows/runs.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { graph, step } from "../../kit/workflows/graphs.ts";
import { publishNew, runUntil } from "../../kit/workflows/runs.ts";

describe.each(bothStores())("what starts workflows on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  const team = () => talk.server.as(talk.owner);
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent(builtinModel);
  });

  it("is an event, once for each conversation that begins after it was turned on", async () => {
    const before = await talk.openVisitor(agent);
    await listen(say(talk.server, before, { content: "Hello there" }));
    const workflow = await publishNew(team(), {
      agentId: agent.id,
      trigger: { kind: "event", event: "conversation.started" },
      graph: graph(
        [step("tag", "label", { add: ["New"] }), step("note", "note", { text: "Began" })],
        ["start > tag > note"],
      ),
    });
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Good morning" }));
    const run = await firstRun(workflow.id);
    expect(await runUntil(team(), run)).toMatchObject({ state: "done", trigger: "event", threadId });
    const { page } = await team().call(listWorkflowRuns, { params: { workflowId: workflow.id } });
    expect(page.total).toBe(1);
  });

  it("is the agent, which uses it as a skill without any model key", async () => {
    const workflow = await publishNew(team(), {
      agentId: agent.id,
      trigger: {
        kind: "skill",
        name: "opening_hours_of_today",
        description: "Says when the shop is open today.",
        examples: ["When is the shop open today?"],
      },
      graph: graph([step("end", "end", { expression: "{opens: 'nine'}" })], ["start > end"]),
    });
    const visitor = await talk.openVisitor(agent);
    const { text } = await listen(say(talk.server, visitor, { content: "When is the shop open today?" }));
    const run = await firstRun(workflow.id);
    expect(await runUntil(team(), run)).toMatchObject({ state: "done", trigger: "skill" });
    expect(text).toContain("nine");
  });

  async function firstRun(workflowId: string): Promise<{ workflowId: string; runId: string }> {
    return vi.waitFor(
      async () => {
        const { items } = await team().call(listWorkflowRuns, { params: { workflowId } });
        const [run] = items;
        if (!run) throw new Error("No run has begun.");
        return { workflowId, runId: run.id };
      },
      { timeout: 15_000, interval: 100 },
    );
  }
});
