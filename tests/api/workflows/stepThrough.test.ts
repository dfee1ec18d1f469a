import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import type { BodyOf } from "../../../shared/contract/call.ts";
import { listWorkflowRuns } from "../../../shared/contract/workflows/runs.ts";
import { stepThroughWorkflow } from "../../../shared/contract/workflows/simulations.ts";
import { createWorkflow, updateWorkflow } from "../../../shared/contract/workflows/workflows.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { graph, step } from "../../kit/workflows/graphs.ts";

const name = { id: "name", label: "Name", type: "text" as const, description: "", options: [] };
const flow = graph(
  [
    step("greet", "say", { text: "Hello {{who}}" }),
    step("ask", "ask", {
      text: "How many?",
      field: { ...name, id: "count", type: "number", validations: { required: true } },
    }),
    step("pay", "skill", { skill: "pay", saveAs: "paid" }),
    step("day", "wait", { until: "time", seconds: 86_400 }),
    step("boss", "approval", { text: "Pay {{paid.amount}}?" }),
    step("sum", "set", { values: [{ name: "total", expression: "paid.amount" }] }),
    step("done", "end", { expression: "total" }),
  ],
  ["start > greet > ask > pay > day > boss", "boss:approved > sum > done"],
);
const variables = [{ name: "who", type: "text" as const, description: "", value: null, isInput: true }];

describe.each(bothStores())("stepping through a workflow on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  const team = () => talk.server.as(talk.owner);
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent(builtinModel);
  });

  it("shows each step before it runs, with input and output, and stores nothing", async () => {
    const trigger = { kind: "message", match: "words", phrases: ["order"] } as const;
    const { data: workflow } = await team().call(createWorkflow, {
      body: {
        data: {
          name: "Pay",
          agentId: agent.id,
          trigger: { ...trigger, phrases: [...trigger.phrases] },
          graph: { ...flow, variables },
        },
      },
    });
    const params = { workflowId: workflow.id };
    const go = async (data: BodyOf<typeof stepThroughWorkflow>["data"]) =>
      (await team().call(stepThroughWorkflow, { params, body: { data } })).data;
    await expect(go({ message: "Hello" })).rejects.toMatchObject({ code: "invalid_input" });

    const begun = await go({ message: "My order", input: '{"who": "Ana"}' });
    expect(begun).toMatchObject({ taken: [], next: { stepId: "greet", mayGive: false }, waits: null });
    expect(JSON.parse(begun.variables)).toMatchObject({ who: "Ana", message: { text: "My order" } });
    const greeted = await go({ progress: begun.progress });
    expect(greeted.lines).toEqual([{ by: "workflow", text: "Hello Ana" }]);
    expect(greeted.taken).toMatchObject([{ stepId: "greet", output: '"Hello Ana"', error: null }]);
    const asked = await go({ progress: greeted.progress });
    expect([asked.next, asked.waits]).toMatchObject([null, { for: "visitor", stepId: "ask" }]);
    await expect(
      go({ progress: asked.progress, act: { kind: "team", decision: "approve" } }),
    ).rejects.toMatchObject({ code: "invalid_input", message: /Nothing waits for this/ });
    const answered = await go({ progress: asked.progress, act: { kind: "visitor", text: "3" } });
    expect([answered.taken, answered.next]).toMatchObject([[], { stepId: "ask" }]);
    const kept = await go({ progress: answered.progress });
    expect(JSON.parse(kept.variables)).toMatchObject({ count: 3 });
    expect(kept.next).toMatchObject({ stepId: "pay", mayGive: true });

    // The same place is gone on from twice: nothing is kept on the server.
    const fails = await go({ progress: kept.progress, gives: { value: "No money", fails: true } });
    expect(fails).toMatchObject({ state: "failed", error: "pay: No money", next: null });
    const pays = { value: '{"amount": 20}', fails: false };
    const paid = await go({ progress: kept.progress, gives: pays, to: "end" });
    expect(paid.taken.map(({ stepId }) => stepId)).toEqual(["pay", "day", "day", "boss"]);
    expect(paid.waits).toMatchObject({ for: "team", stepId: "boss" });
    const ended = await go({
      progress: paid.progress,
      act: { kind: "team", decision: "approve" },
      to: "end",
    });
    expect(ended).toMatchObject({ state: "done", result: "20", next: null, waits: null });
    const { page } = await team().call(listWorkflowRuns, { params });
    expect(page.total).toBe(0);

    await team().call(updateWorkflow, {
      params,
      body: {
        data: {
          name: "Pay",
          description: "",
          trigger: { kind: "manual" },
          graph: flow,
          revision: workflow.revision,
        },
      },
    });
    await expect(go({ progress: kept.progress })).rejects.toMatchObject({ code: "conflict" });
    await expect(go({ progress: `${kept.progress}x` })).rejects.toMatchObject({ code: "invalid_input" });
  });
});
