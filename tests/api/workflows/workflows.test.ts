import { beforeAll, describe, expect, it } from "vitest";
import { startWorkflowRun } from "../../../shared/contract/workflows/runs.ts";
import { bothStores } from "../../kit/database/stores.ts";
import type { Member } from "../../kit/factories.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { graph, step, variable } from "../../kit/workflows/graphs.ts";
import { publishNew, runUntil, start } from "../../kit/workflows/runs.ts";

describe.each(bothStores())("a workflow on $name", (store) => {
  let server: TestServer;
  let owner: Member;
  const client = () => server.as(owner);
  beforeAll(async () => {
    server = await startTestServer({ store });
    owner = await server.createOwner();
  });

  it("runs its published steps, and shows each with what came of it", async () => {
    const flow = graph(
      [
        step("sum", "set", { values: [{ name: "total", expression: "sum(prices)" }] }),
        step("large", "condition", {
          match: "all",
          groups: [{ match: "all", rules: [{ value: "{{total}}", operator: "greater", to: "100" }] }],
        }),
        step("yes", "end", { expression: "{size: 'large', total: total}" }),
        step("no", "end", { expression: "{size: 'small', total: total}" }),
      ],
      ["start > sum > large", "large:yes > yes", "large:no > no"],
      [variable("prices", { type: "list" })],
    );
    const workflow = await publishNew(client(), { graph: flow });
    expect(workflow).toMatchObject({ version: 1, enabled: true, hasChanges: false, problems: [] });
    const large = await runUntil(client(), await start(client(), workflow, { input: { prices: [70, 50] } }));
    const small = await runUntil(client(), await start(client(), workflow, { input: { prices: [3] } }));
    expect(large).toMatchObject({ state: "done", result: `{"size":"large","total":120}`, steps: 3 });
    expect(small).toMatchObject({ state: "done", result: `{"size":"small","total":3}` });
    expect(large.timeline.map(({ stepId, state, outlet }) => [stepId, state, outlet])).toEqual([
      ["sum", "done", "next"],
      ["large", "done", "yes"],
      ["yes", "done", null],
    ]);
  });

  it("runs code on its inputs, and goes the way for errors where that fails", async () => {
    const flow = graph(
      [
        step("half", "code", {
          code: "return inputs.total / 2;",
          inputs: { total: "{{total}}" },
          saveAs: "half",
        }),
        step("throws", "code", {
          code: "throw new Error('No ' + inputs.half);",
          inputs: { half: "{{half}}" },
        }),
        step("end", "end", { expression: "[half, error.message]" }),
      ],
      ["start > half > throws", "throws:error > end"],
      [variable("total", { type: "number" })],
    );
    const workflow = await publishNew(client(), { graph: flow });
    const run = await runUntil(client(), await start(client(), workflow, { input: { total: 7 } }));
    expect(run).toMatchObject({ state: "done", result: '[3.5,"The code failed. Error: No 3.5"]' });
  });

  it("starts once for a repeated request", async () => {
    const flow = graph([step("end", "end")], ["start > end"]);
    const workflow = await publishNew(client(), { graph: flow });
    const params = { workflowId: workflow.id };
    const body = { data: { clientId: "once-1" } };
    const [one, other] = await Promise.all([
      client().call(startWorkflowRun, { params, body }),
      client().call(startWorkflowRun, { params, body }),
    ]);
    expect(one.data.id).toBe(other.data.id);
  });
});
