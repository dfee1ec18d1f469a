import { beforeAll, describe, expect, it, vi } from "vitest";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { decideAction } from "../../../shared/contract/conversations/actions/actions.ts";
import type { Message } from "../../../shared/contract/conversations/conversations.ts";
import {
  getThread,
  listMessages,
  updateThread,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { createSkill } from "../../../shared/contract/skills/skills.ts";
import { cancelWorkflowRun, listWorkflowRuns } from "../../../shared/contract/workflows/runs.ts";
import {
  createWorkflow,
  enableWorkflow,
  removeWorkflow,
} from "../../../shared/contract/workflows/workflows.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { maxOpenRunsOfThread } from "../../../shared/domain/workflows/limits.ts";
import type { Graph } from "../../../shared/domain/workflows/graph.ts";
import type { Trigger } from "../../../shared/domain/workflows/triggers.ts";
import { refund, shopKey, startShopApi } from "../../kit/actions/shopApi.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { graph, step, variable } from "../../kit/workflows/graphs.ts";
import { publishNew, runUntil, start } from "../../kit/workflows/runs.ts";

const words = (...phrases: string[]) => ({ kind: "message", match: "words", phrases }) as const;

describe.each(bothStores())("what becomes of runs on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let visitor: TestVisitor;
  const team = () => talk.server.as(talk.owner);
  beforeAll(async () => {
    talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
    agent = await talk.createAgent(builtinModel);
    visitor = await talk.openVisitor(agent);
  });

  it("one that a person paused continues after its workflow was turned off", async () => {
    const flow = await publish(words("opening"), [
      step("ask", "ask", { text: "Which shop?" }),
      step("done", "say", { text: "It opens at nine." }),
    ]);
    const { threadId } = await tell("What about the opening?");
    const run = await firstRun(flow.id);
    await runUntil(team(), run, ({ state }) => state === "waiting");
    await hand(threadId, "human");
    await runUntil(team(), run, ({ state }) => state === "paused");
    await team().call(enableWorkflow, {
      params: { workflowId: flow.id },
      body: { data: { enabled: false } },
    });
    await hand(threadId, "ai");
    await runUntil(team(), run, ({ state }) => state === "waiting");
    await tell("The small one", threadId);
    expect(await runUntil(team(), run)).toMatchObject({ state: "done" });
  });

  it("none begins where a conversation has enough of them, and the agent answers", async () => {
    const waits = await publish({ kind: "manual" }, [step("wait", "wait", { seconds: 3600 })]);
    const asked = await publish(words("invoice"), [step("say", "say", { text: "From the workflow" })]);
    await publish(
      {
        kind: "skill",
        name: "parcel_place",
        description: "Says where a parcel is.",
        examples: ["Where is my parcel now?"],
      },
      [step("end", "end", { expression: "'on its way'" })],
    );
    const { threadId } = await tell("Good morning");
    for (let count = 0; count < maxOpenRunsOfThread; count += 1) await start(team(), waits, { threadId });
    const { answer } = await tell("I need an invoice", threadId);
    expect(answer).not.toBeNull();
    const { end } = await tell("Where is my parcel now?", threadId);
    expect(end?.status).toBe("sent");
    const { page } = await team().call(listWorkflowRuns, { params: { workflowId: asked.id } });
    expect(page.total).toBe(0);
  });

  it("those that one started end with it, and a waiting one continues when the other is deleted", async () => {
    const inner = await publish({ kind: "manual" }, [step("wait", "wait", { seconds: 3600 })]);
    const outerSteps = graph(
      [
        step("inner", "workflow", { workflowId: inner.id }),
        step("end", "end", { expression: "error.message" }),
      ],
      ["start > inner", "inner:error > end"],
    );
    const outer = await publishNew(team(), { agentId: agent.id, graph: outerSteps });
    const cancelled = await start(team(), outer);
    await runUntil(team(), cancelled, ({ state }) => state === "waiting");
    const child = await firstRun(inner.id);
    await team().call(cancelWorkflowRun, { params: cancelled });
    expect(await runUntil(team(), child)).toMatchObject({ state: "cancelled" });

    const waiting = await start(team(), outer);
    await runUntil(team(), waiting, ({ state }) => state === "waiting");
    await team().call(removeWorkflow, { params: { workflowId: inner.id }, query: { confirmed: "true" } });
    expect(await runUntil(team(), waiting)).toMatchObject({
      state: "done",
      result: '"The workflow was deleted."',
    });
  });

  it("one that a message began hands the conversation to the team when it fails", async () => {
    await publish(words("broken"), [
      step("sum", "set", { values: [{ name: "total", expression: "sum(message)" }] }),
    ]);
    const { threadId } = await tell("This is broken");
    await vi.waitFor(async () => expect((await thread(threadId)).handledBy).toBe("human"));
    const note = await said(threadId, ({ audience }) => audience === "team");
    expect(note.content).toMatch(/^The workflow that answered here failed. sum: /);
  });

  it("one that assigns its conversation continues, and an event message starts one beside the answer", async () => {
    const flow = await publish({ kind: "event", event: "message.received" }, [
      step("assign", "assign", { memberId: talk.owner.user._id }),
      step("tag", "label", { add: ["Assigned"] }),
      step("end", "end", { expression: "message.text" }),
    ]);
    const { answer } = await tell("Hello to all of you");
    expect(answer).not.toBeNull();
    const run = await runUntil(team(), await firstRun(flow.id));
    expect(run).toMatchObject({ state: "done", result: '"Hello to all of you"' });
    await team().call(removeWorkflow, { params: { workflowId: flow.id }, query: { confirmed: "true" } });
  });

  it("one goes the way for errors with the reason when its card is withdrawn", async () => {
    const shop = await startShopApi();
    const params = { productId: agent.id };
    const body = { data: { ...refund(shop.origin, "write"), secret: shopKey } };
    await team().call(createSkill, { params, body });
    await team().call(publishAgent, { params });
    const flow = await publishNew(team(), {
      agentId: agent.id,
      trigger: words("money"),
      graph: graph(
        [
          step("pay", "skill", { skill: "refund_order", inputs: { order: "A-17" } }),
          step("end", "end", { expression: "error.message" }),
        ],
        ["start > pay", "pay:error > end"],
      ),
    });
    const { threadId } = await tell("I want my money");
    const shown = await said(threadId, ({ actions = [] }) => actions.length > 0);
    const run = await firstRun(flow.id);
    await hand(threadId, "human");
    const decided = talk.server.as(visitor).call(decideAction, {
      params: { ...params, threadId, actionId: shown.actions?.[0]?.id ?? "" },
      body: { data: { decision: "confirm", values: {} } },
    });
    await expect(decided).rejects.toMatchObject({ status: 409 });
    await hand(threadId, "ai");
    expect(await runUntil(team(), run)).toMatchObject({
      state: "done",
      result: '"A person answers here now. Please ask them for this."',
    });
    await shop.stop();
  });

  it("none is another agent's", async () => {
    const other = await talk.createAgent(builtinModel);
    const theirs = await publishNew(team(), {
      agentId: other.id,
      graph: graph([step("end", "end")], ["start > end"]),
    });
    const steps = graph([step("run", "workflow", { workflowId: theirs.id })], ["start > run"]);
    const { data } = await team().call(createWorkflow, {
      body: { data: { name: "Reaches over", agentId: agent.id, graph: steps } },
    });
    expect(data.problems).toMatchObject([{ kind: "unknown_reference", blocks: true }]);
  });

  it("one schedule that can't be read holds up no other", async () => {
    const trigger = { kind: "schedule", cron: "0 9 * * *", timeZone: "Europe/Berlin" } as const;
    const bad = await publish(trigger, [step("end", "end")]);
    const good = await publish(trigger, [step("end", "end")]);
    await talk.server.store.db
      .updateTable("workflows")
      .set({ publishedTrigger: "{" })
      .where("id", "=", bad.id)
      .execute();
    talk.server.clock.advance(24 * 60 * 60_000);
    expect(await runUntil(team(), await firstRun(good.id))).toMatchObject({ trigger: "schedule" });
  });

  function publish(trigger: Trigger, steps: Graph["steps"]) {
    const way = `start > ${steps.map(({ id }) => id).join(" > ")}`;
    return publishNew(team(), {
      agentId: agent.id,
      trigger,
      graph: graph(steps, [way], [variable("answer")]),
    });
  }

  function tell(content: string, threadId?: string) {
    return listen(say(talk.server, visitor, { content, ...(threadId !== undefined && { threadId }) }));
  }

  async function thread(threadId: string) {
    return (await team().call(getThread, { params: { productId: agent.id, threadId } })).data;
  }

  async function hand(threadId: string, handledBy: "ai" | "human"): Promise<void> {
    const params = { productId: agent.id, threadId };
    await team().call(updateThread, { params, body: { data: { handledBy } } });
  }

  function said(threadId: string, isSo: (message: Message) => boolean): Promise<Message> {
    return vi.waitFor(
      async () => {
        const params = { productId: agent.id, threadId };
        const { items } = await team().call(listMessages, { params });
        const found = items.find(isSo);
        if (!found) throw new Error(`Said so far: ${items.map(({ content }) => content).join(" | ")}`);
        return found;
      },
      { interval: 100 },
    );
  }

  function firstRun(workflowId: string): Promise<{ workflowId: string; runId: string }> {
    return vi.waitFor(
      async () => {
        const { items } = await team().call(listWorkflowRuns, { params: { workflowId } });
        const [run] = items;
        if (!run) throw new Error("No run has begun.");
        return { workflowId, runId: run.id };
      },
      { interval: 100 },
    );
  }
});
