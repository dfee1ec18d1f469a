import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { listWorkflowRuns } from "../../../shared/contract/workflows/runs.ts";
import {
  createWorkflowSimulation,
  listWorkflowSimulations,
  removeWorkflowSimulation,
  runWorkflowSimulations,
} from "../../../shared/contract/workflows/simulations.ts";
import { createWorkflow } from "../../../shared/contract/workflows/workflows.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { refund } from "../../../shared/domain/workflows/gallery/refund.ts";
import type { Turn } from "../../../shared/domain/workflows/simulations.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { graph, step } from "../../kit/workflows/graphs.ts";

const confirmed = { confirmed: "true" };

describe.each(bothStores())("a simulation of a workflow on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  const team = () => talk.server.as(talk.owner);
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent(builtinModel);
  });

  it("plays a customer of the draft to the end, says where it goes wrong, and keeps nothing", async () => {
    const { data: workflow } = await team().call(createWorkflow, {
      body: { data: { name: "Refund", agentId: agent.id, trigger: refund.trigger, graph: refund.graph } },
    });
    const params = { workflowId: workflow.id };
    const order = { order: "A-17", amount: "80", reason: "Broken" };
    const begin: Turn[] = [
      { kind: "visitor", text: "I want my money back" },
      { kind: "says", text: "please fill this in" },
      { kind: "form", values: order },
    ];
    const scripts: Record<string, Turn[]> = {
      good: [
        ...begin,
        { kind: "team", decision: "approve" },
        { kind: "says", text: "refund of 80 is approved" },
      ],
      bad: [...begin, { kind: "team", decision: "decline" }, { kind: "says", text: "is approved" }],
      early: [begin[0] as Turn, { kind: "team", decision: "approve" }],
      other: [{ kind: "visitor", text: "Do you sell kayaks?" }],
      empty: [begin[0] as Turn, { kind: "form", values: { ...order, amount: "much" } }],
    };
    for (const [name, turns] of Object.entries(scripts))
      await team().call(createWorkflowSimulation, { params, body: { data: { name, input: "{}", turns } } });
    const { data: all } = await team().call(listWorkflowSimulations, { params });
    const nameOf = (id: string) => all.find((one) => one.id === id)?.name;
    const { data: results } = await team().call(runWorkflowSimulations, { params, body: { data: {} } });
    expect(results.map(({ id, passed, turn, problem }) => [nameOf(id), passed, turn, problem])).toEqual([
      ["good", true, null, null],
      ["bad", false, 4, "The workflow didn’t say this. The run has ended."],
      [
        "early",
        false,
        1,
        expect.stringMatching(/^Nothing waits for this\. The run waits at “Ask for the details”/),
      ],
      ["other", false, 0, "This message doesn’t start the workflow."],
      ["empty", false, 1, expect.stringMatching(/^The form doesn’t accept this\. amount: /)],
    ]);
    expect(results[0]).toMatchObject({ state: "done" });
    const { page } = await team().call(listWorkflowRuns, { params });
    expect(page.total).toBe(0);
    const bad = { ...params, simulationId: all.find(({ name }) => name === "bad")?.id ?? "" };
    await team().call(removeWorkflowSimulation, { params: bad, query: confirmed });
    const { data: left } = await team().call(listWorkflowSimulations, { params });
    expect(left.map(({ name }) => name)).toEqual(["good", "early", "other", "empty"]);
  });

  it("gives what the script says in place of what acts outside, and lets waits pass", async () => {
    const flow = graph(
      [
        step("pay", "skill", { skill: "pay", saveAs: "paid" }),
        step("day", "wait", { until: "time", seconds: 86_400 }),
        step("tell", "say", { text: "You got {{paid.amount}}." }),
        step("sorry", "say", { text: "That failed: {{error.message}}" }),
      ],
      ["start > pay > day > tell", "pay:error > sorry"],
    );
    const { data: workflow } = await team().call(createWorkflow, {
      body: { data: { name: "Pay", agentId: agent.id, graph: flow } },
    });
    const params = { workflowId: workflow.id };
    const pays = (value: string, fails: boolean): Turn => ({ kind: "result", stepId: "pay", value, fails });
    const scripts: [string, Turn[]][] = [
      [
        "pays",
        [
          pays('{"amount": 20}', false),
          { kind: "says", text: "You got 20." },
          { kind: "reaches", stepId: "day" },
        ],
      ],
      ["fails", [pays("No money", true), { kind: "says", text: "That failed: No money" }]],
    ];
    for (const [name, turns] of scripts)
      await team().call(createWorkflowSimulation, { params, body: { data: { name, input: "{}", turns } } });
    const { data } = await team().call(runWorkflowSimulations, { params, body: { data: {} } });
    expect(data.map(({ problem, passed }) => [problem, passed])).toEqual([
      [null, true],
      [null, true],
    ]);
  });
});
