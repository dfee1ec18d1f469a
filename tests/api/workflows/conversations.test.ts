import { beforeAll, describe, expect, it, vi } from "vitest";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { decideAction } from "../../../shared/contract/conversations/actions/actions.ts";
import { listVisitorMessages } from "../../../shared/contract/conversations/conversations.ts";
import type { Message } from "../../../shared/contract/conversations/conversations.ts";
import {
  getThread,
  listMessages,
  updateThread,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { createSkill } from "../../../shared/contract/skills/skills.ts";
import type { WorkflowRunDetail } from "../../../shared/contract/workflows/runs.ts";
import {
  decideWorkflowStep,
  listWorkflowApprovals,
  listWorkflowRuns,
} from "../../../shared/contract/workflows/runs.ts";
import type { WorkflowDetail } from "../../../shared/contract/workflows/workflows.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { refund, shopKey, startShopApi } from "../../kit/actions/shopApi.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { graph, step } from "../../kit/workflows/graphs.ts";
import { publishNew, runUntil, start } from "../../kit/workflows/runs.ts";

const field = { description: "", options: [], validations: { required: true } };
const day = 24 * 60 * 60_000;

describe.each(bothStores())("a workflow in a conversation on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let visitor: TestVisitor;
  const team = () => talk.server.as(talk.owner);
  beforeAll(async () => {
    talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
    agent = await talk.createAgent(builtinModel);
    visitor = await talk.openVisitor(agent);
  });

  it("refunds by form, approval by another member, action, a day's wait and a message", async () => {
    const shop = await startShopApi();
    const params = { productId: agent.id };
    const skill = { ...refund(shop.origin, "write"), risk: "read" as const };
    await team().call(createSkill, { params, body: { data: { ...skill, secret: shopKey } } });
    await team().call(publishAgent, { params });
    const order = { ...field, id: "order", type: "text" as const, label: "Order number" };
    const workflow = await publishNew(team(), {
      agentId: agent.id,
      trigger: { kind: "message", match: "words", phrases: ["refund"] },
      graph: graph(
        [
          step("details", "form", { text: "Which order is it?", fields: [order], saveAs: "details" }),
          step("allow", "approval", { text: "Refund {{details.order}}?" }),
          step("pay", "skill", {
            skill: "refund_order",
            inputs: { order: "{{details.order}}" },
            saveAs: "paid",
          }),
          step("later", "wait", { until: "time", seconds: day / 1000 }),
          step("tell", "say", { text: "You got {{paid.refund.amount}} € for {{details.order}}." }),
          step("sorry", "say", { text: "We can't refund this." }),
        ],
        ["start > details > allow", "allow:approved > pay > later > tell", "allow:declined > sorry"],
      ),
    });
    const { threadId, answer } = await listen(say(talk.server, visitor, { content: "I want a refund!" }));
    expect(answer).toBeNull();
    const shown = await message(threadId, "Which order is it?");
    const run = await onlyRun(workflow);
    const written = { workflow: { id: workflow.id, runId: run.runId, name: "Flow" } };
    expect(shown.about).toEqual(written);
    await talk.server.as(visitor).call(decideAction, {
      params: { productId: agent.id, threadId, actionId: shown.actions?.[0]?.id ?? "" },
      body: { data: { decision: "confirm", values: { order: "A-17" } } },
    });
    await runUntil(team(), run, isWaitingFor("approval"));
    const other = await talk.server.createMember(talk.owner.organizationId, "support");
    const { items } = await talk.server.as(other).call(listWorkflowApprovals);
    const asked = items.find(({ runId }) => runId === run.runId);
    expect(asked).toMatchObject({ text: "Refund A-17?", mayDecide: true });
    const decide = () =>
      talk.server.as(other).call(decideWorkflowStep, {
        params: { ...run, stepId: asked?.id ?? "" },
        body: { data: { decision: "approve" } },
      });
    // Ten at once: the token is used once.
    const decided = await Promise.allSettled(Array.from({ length: 10 }, decide));
    expect(decided.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await runUntil(team(), run, isWaitingFor("time"));
    expect(shop.refunds()).toBe(1);
    talk.server.clock.advance(day);
    expect((await message(threadId, "You got 20 € for A-17.")).about).toEqual(written);
    const heard = await talk.server.as(visitor).call(listVisitorMessages, {
      ...{ params: { productId: agent.id, threadId }, query: {} },
    });
    expect(heard.items.filter(({ about }) => about !== undefined)).toEqual([]);
    expect(await runUntil(team(), run)).toMatchObject({ state: "done", trigger: "message", threadId });
    expect(shop.refunds()).toBe(1);
    expect(shop.requests).toHaveLength(1);
    await shop.stop();
  });

  it("uses an action that is done once in a conversation only once", async () => {
    const shop = await startShopApi();
    const once = { name: "pay_once", risk: "read" as const, oncePerConversation: true, examples: [] };
    const skill = { ...refund(shop.origin, "write"), ...once, secret: shopKey };
    const params = { productId: agent.id };
    await team().call(createSkill, { params, body: { data: skill } });
    await team().call(publishAgent, { params });
    const pay = { skill: "pay_once", inputs: { order: "A-17" } };
    const workflow = await publishNew(team(), {
      agentId: agent.id,
      graph: graph([step("first", "skill", pay), step("second", "skill", pay)], ["start > first > second"]),
    });
    const { threadId } = await listen(say(talk.server, visitor, { content: "Good morning" }));
    const run = await runUntil(team(), await start(team(), workflow, { threadId }));
    expect(run.error).toBe("second: pay_once was done in this conversation already.");
    expect(shop.requests).toHaveLength(1);
    await shop.stop();
  });

  it("hands over by an action without a sign-in, again after a hand-back, and asks for what is missing", async () => {
    const params = { productId: agent.id };
    const email = { ...field, id: "email", type: "email" as const, label: "E-mail", from: null };
    const order = { ...email, id: "order", type: "text" as const, label: "Order", from: "userId" as const };
    const rules = { enabled: true, risk: "read" as const, verifiedOnly: true, oncePerConversation: true };
    const skill = {
      ...{ name: "to_team", title: "Talk to a person", description: "Hands over.", examples: [], ...rules },
      ...{ inputs: [email, order], timeoutSeconds: 10, answer: "" },
      config: { kind: "handover" as const, teamId: null, note: "Write to {{email}}." },
    };
    await team().call(createSkill, { params, body: { data: skill } });
    await team().call(publishAgent, { params });
    const workflow = async (inputs: Record<string, string>) =>
      publishNew(team(), {
        agentId: agent.id,
        graph: graph(
          [
            step("hand", "skill", { skill: "to_team", inputs }),
            step("end", "end", { expression: "'handed over'" }),
          ],
          ["start > hand > end"],
        ),
      });
    const filled = await workflow({ email: "ada@example.com" });
    const { threadId } = await listen(say(talk.server, visitor, { content: "Good evening" }));
    const thread = { ...params, threadId };
    for (const _ of [1, 2]) {
      const run = await runUntil(team(), await start(team(), filled, { threadId }));
      expect(run).toMatchObject({ state: "done", error: null, result: '"handed over"' });
      const { data } = await team().call(getThread, { params: thread });
      expect(data.handledBy).toBe("human");
      await team().call(updateThread, { params: thread, body: { data: { handledBy: "ai" } } });
    }
    expect((await noted(threadId)).filter((text) => text === "Write to ada@example.com.")).toHaveLength(2);
    const asking = await start(team(), await workflow({}), { threadId });
    await runUntil(team(), asking, isWaitingFor("skill"));
    const card = await message(threadId, "Talk to a person");
    await talk.server.as(visitor).call(decideAction, {
      params: { ...thread, actionId: card.actions?.[0]?.id ?? "" },
      body: { data: { decision: "confirm", values: { email: "eve@example.com" } } },
    });
    expect(await runUntil(team(), asking)).toMatchObject({ state: "done", result: '"handed over"' });
    expect(await noted(threadId)).toContain("Write to eve@example.com.");
  });

  it("asks until the answer is valid, and is paused while a person has the conversation", async () => {
    const email = { ...field, id: "email", type: "email" as const, label: "E-mail" };
    const workflow = await publishNew(team(), {
      agentId: agent.id,
      trigger: { kind: "message", match: "intent", phrases: ["Please send me an offer"] },
      graph: graph(
        [
          step("ask", "ask", {
            text: "What is your e-mail?",
            field: email,
            retries: 1,
            again: "Not an e-mail.",
          }),
          step("thanks", "say", { text: "Thank you, we write to {{email}}." }),
        ],
        ["start > ask > thanks"],
      ),
    });
    const { threadId } = await listen(say(talk.server, visitor, { content: "Please send me an offer" }));
    await message(threadId, "What is your e-mail?");
    const run = await onlyRun(workflow);
    await listen(say(talk.server, visitor, { threadId, content: "ada at example" }));
    await message(threadId, "Not an e-mail.");
    const params = { productId: agent.id, threadId };
    await team().call(updateThread, { params, body: { data: { handledBy: "human" } } });
    const paused = await runUntil(team(), run, ({ state }) => state === "paused");
    expect(paused.pausedBecause).toBe("Paused by Test Person");
    await listen(say(talk.server, visitor, { threadId, content: "ada@example.com" }));
    await team().call(updateThread, { params, body: { data: { handledBy: "ai" } } });
    await runUntil(team(), run, isWaitingFor("answer"));
    await listen(say(talk.server, visitor, { threadId, content: "ada@example.com" }));
    await message(threadId, "Thank you, we write to ada@example.com.");
    expect(await runUntil(team(), run)).toMatchObject({ state: "done" });
  });

  const isWaitingFor = (reason: string) => (run: WorkflowRunDetail) =>
    run.state === "waiting" && run.timeline.some(({ waitsFor }) => waitsFor === reason);

  /** What only the team reads there. */
  async function noted(threadId: string): Promise<string[]> {
    const { items } = await team().call(listMessages, { params: { productId: agent.id, threadId } });
    return items.filter(({ audience }) => audience === "team").map(({ content }) => content);
  }

  function message(threadId: string, content: string): Promise<Message> {
    return vi.waitFor(
      async () => {
        const params = { productId: agent.id, threadId };
        const { items } = await team().call(listMessages, { params });
        const found = items.find((one) => one.content === content);
        if (!found) throw new Error(`Said so far: ${items.map((one) => one.content).join(" | ")}`);
        return found;
      },
      { interval: 100 },
    );
  }

  async function onlyRun({ id: workflowId }: WorkflowDetail) {
    const { items } = await team().call(listWorkflowRuns, { params: { workflowId } });
    expect(items).toHaveLength(1);
    return { workflowId, runId: items[0]?.id ?? "" };
  }
});
