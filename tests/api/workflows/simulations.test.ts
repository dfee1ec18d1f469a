import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
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
import { refuse, say as answerWith } from "../../kit/models/modelProvider.ts";
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

  it("gives each simulation its own time", async () => {
    const { data: workflow } = await team().call(createWorkflow, {
      body: { data: { name: "Hi", agentId: agent.id, graph: graph([step("hi", "say")], ["start > hi"]) } },
    });
    const params = { workflowId: workflow.id };
    for (const name of ["slow", "quick"])
      await team().call(createWorkflowSimulation, {
        params,
        body: { data: { name, input: "{}", turns: [] } },
      });
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(AbortSignal.abort());
    onTestFinished(() => timeout.mockRestore());
    const { data } = await team().call(runWorkflowSimulations, { params, body: { data: {} } });
    expect(data.map(({ problem }) => problem)).toEqual(["The simulation took too long.", null]);
  });

  it("lets the agent's model play the customer, reports the cost, and checks expectations", async () => {
    const { trigger, graph: steps } = refund;
    const make = async ({ id: agentId }: Agent) => {
      const body = { data: { name: "Refund", agentId, trigger, graph: steps } };
      return { workflowId: (await team().call(createWorkflow, { body })).data.id };
    };
    let params = await make(agent);
    const customer = { goal: "Wants 80 euros back for order A-17, which came broken.", mostTurns: 4 };
    const add = (name: string, turns: Turn[], mostTurns = 4) =>
      team().call(createWorkflowSimulation, {
        params,
        body: { data: { name, input: "{}", turns, customer: { ...customer, mostTurns } } },
      });
    await expect(add("Both", [{ kind: "visitor", text: "Hi" }])).rejects.toMatchObject({
      code: "invalid_input",
    });
    const approves: Turn = { kind: "team", decision: "approve" };
    const expected: Turn[] = [approves, { kind: "says", text: "refund of 80 is approved" }];
    const { data: unplayed } = await add("Good", expected);
    const run = async ({ id }: { id: string }) => {
      const body = { data: { simulationId: id } };
      return (await team().call(runWorkflowSimulations, { params, body })).data[0];
    };
    expect(await run(unplayed)).toMatchObject({
      passed: false,
      problem: expect.stringMatching(/no model that can play a customer/),
    });

    const provider = await talk.useProvider();
    params = await make(await talk.createAgent());
    const { data: good } = await add("Good", expected);
    const begins = answerWith("chat", ["I want my money back"]);
    const form = '{"order": "A-17", "amount": "80", "reason": "Broken"}';
    provider.script(begins, answerWith("chat", [form]));
    const passed = await run(good);
    expect(passed).toMatchObject({ passed: true, state: "done" });
    expect(passed?.credits).toBeGreaterThan(0);
    expect(passed?.lines.map(({ by }) => by)).toEqual([
      ...["visitor", "workflow", "visitor", "workflow", "team", "event", "workflow"],
    ]);
    const asked = JSON.stringify(provider.requests.at(-1)?.body.messages);
    expect(asked).toContain(customer.goal);
    expect(asked).toContain("Company: I can arrange that.");

    const cases: [
      Awaited<ReturnType<typeof add>>,
      Parameters<typeof provider.script>,
      RegExp,
      number | null,
    ][] = [
      [await add("Open", []), [begins, answerWith("chat", [form])], /waits for a member/, null],
      [
        await add("Denied", [
          { kind: "team", decision: "decline" },
          { kind: "says", text: "approved" },
        ]),
        [begins, answerWith("chat", [form])],
        /didn’t say this/,
        1,
      ],
      [
        await add("Stubborn", [approves], 3),
        [begins, answerWith("chat", ['{"order": "A-17", "amount": "much"}'])],
        /wrote 3 times, and the run still waits at “Ask for the details”/,
        null,
      ],
      [
        await add("Leaves", [{ kind: "reaches", stepId: "decide" }]),
        [begins, answerWith("chat", ["[END]"])],
        /didn’t reach this step/,
        0,
      ],
      [await add("Other", []), [answerWith("chat", ["Do you sell kayaks?"])], /doesn’t start/, null],
      [await add("Broken", []), [refuse(400)], /./, null],
    ];
    for (const [{ data }, replies, problem, turn] of cases) {
      provider.script(...replies);
      expect(await run(data)).toMatchObject({ passed: false, problem: expect.stringMatching(problem), turn });
    }
    // All together run without what costs.
    expect((await team().call(runWorkflowSimulations, { params, body: { data: {} } })).data).toEqual([]);
  });
});
