import { expect, it } from "vitest";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import { listMessages } from "../../../shared/contract/conversations/threads/threads.ts";
import { createSkill } from "../../../shared/contract/skills/skills.ts";
import { readWorkflowImport } from "../../../shared/contract/workflows/imports.ts";
import { listWorkflowRuns } from "../../../shared/contract/workflows/runs.ts";
import {
  createWorkflow,
  publishWorkflow,
  updateWorkflow,
} from "../../../shared/contract/workflows/workflows.ts";
import { refund, shopKey, startShopApi } from "../../kit/actions/shopApi.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { say as answerWith } from "../../kit/models/modelProvider.ts";
import { difyRefund } from "../../kit/workflows/difyRefund.ts";
import { runUntil } from "../../kit/workflows/runs.ts";

it("a chat app of Dify is imported, given its action, published, and answers a visitor to the end", async () => {
  const [store] = stores();
  if (!store) throw new Error("There is always one.");
  const talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
  const team = talk.server.as(talk.owner);
  const provider = await talk.useProvider();
  const shop = await startShopApi();
  const agent = await talk.createAgent();
  const skill = { ...refund(shop.origin, "write"), risk: "read" as const, secret: shopKey };
  await team.call(createSkill, { params: { productId: agent.id }, body: { data: skill } });
  await team.call(publishAgent, { params: { productId: agent.id } });

  const { data: read } = await team.call(readWorkflowImport, { body: { data: { text: difyRefund } } });
  expect(read).toMatchObject({ format: "dify", name: "Refund desk", report: { leftOut: [] } });
  expect(shop.requests).toHaveLength(0);
  const { name, description, trigger, graph } = read;
  const made = { name, description, trigger, graph, agentId: agent.id };
  const { data: draft } = await team.call(createWorkflow, { body: { data: made } });
  const params = { workflowId: draft.id };
  const publish = (revision: number) => team.send(publishWorkflow, { params, body: { data: { revision } } });
  // The request to another service is a step without an action until somebody chooses one.
  expect((await publish(draft.revision)).status).toBe(400);
  const extracted = graph.steps.find(({ name: called }) => called === "Read the order");
  const order = extracted?.kind === "model" ? `{{${extracted.config.saveAs}.order}}` : "";
  const steps = graph.steps.map((step) =>
    step.kind === "skill"
      ? { ...step, config: { ...step.config, skill: "refund_order", inputs: { order } } }
      : step,
  );
  const { data: saved } = await team.call(updateWorkflow, {
    params,
    body: { data: { name, description, trigger, graph: { ...graph, steps }, revision: draft.revision } },
  });
  expect((await publish(saved.revision)).status).toBe(200);

  provider.script(answerWith("chat", ['{"order": "A-17"}']), answerWith("chat", ["20 € are on their way."]));
  const visitor = await talk.openVisitor(agent);
  const content = "I want my money back for A-17";
  const { threadId } = await listen(say(talk.server, visitor, { content }));
  const { items: runs } = await team.call(listWorkflowRuns, { params });
  const run = await runUntil(team, { ...params, runId: runs[0]?.id ?? "" });
  expect(run).toMatchObject({ state: "done", error: null, trigger: "message" });
  expect(shop.requests).toMatchObject([{ url: "/refunds/A-17" }]);
  expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("amount");
  const { items } = await team.call(listMessages, { params: { productId: agent.id, threadId } });
  expect(items.at(-1)?.content).toBe("Order A-17: 20 € are on their way.");
  await shop.stop();
});
