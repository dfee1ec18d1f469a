import { expect, it, vi } from "vitest";
import { createSkill } from "../../../shared/contract/skills/skills.ts";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import { getWorkflowRun } from "../../../shared/contract/workflows/runs.ts";
import { refund, shopKey, startShopApi } from "../../kit/actions/shopApi.ts";
import { clientOf, openSpawnedApp, spawnedOwner } from "../../kit/processes/spawnedApp.ts";
import { spawnServer } from "../../kit/processes/spawnServer.ts";
import { sampled } from "../../kit/sampled.ts";
import { graph, step } from "../../kit/workflows/graphs.ts";
import { publishNew, runUntil, start } from "../../kit/workflows/runs.ts";

const steps = Array.from({ length: 8 }, (_, at) => `step${at}`);

it("a server that is killed between the steps of a run does each effect once, and ends the run", async () => {
  const shop = await startShopApi();
  let server = await spawnServer({ env: { ...spawnedOwner, EGRESS_ALLOW: "127.0.0.0/8" } });
  const { owner, productId } = await openSpawnedApp(server);
  const client = () => clientOf(server, owner);
  const skill = { ...refund(shop.origin, "write"), risk: "read" as const };
  await client().call(createSkill, { params: { productId }, body: { data: { ...skill, secret: shopKey } } });
  await client().call(publishAgent, { params: { productId } });
  const workflow = await publishNew(client(), {
    agentId: productId,
    graph: graph(
      steps.map((id) => step(id, "skill", { skill: "refund_order", inputs: { order: "A-17" } })),
      [`start > ${steps.join(" > ")}`],
    ),
  });
  const run = await start(client(), workflow);
  for (const after of sampled([1, 2, 3, 4, 5, 6, 7], { name: "kills of runs", count: 3 }).toSorted()) {
    await vi.waitUntil(() => shop.refunds() >= after, { timeout: 30_000, interval: 5 });
    await server.end("SIGKILL");
    server = await server.restart();
  }
  await vi.waitFor(
    async () => {
      const { data } = await client().call(getWorkflowRun, { params: run });
      expect(data.state).toBe("done");
    },
    { timeout: 60_000, interval: 250 },
  );
  const ended = await runUntil(client(), run);
  expect(ended.timeline.map(({ stepId, state }) => [stepId, state])).toEqual(steps.map((id) => [id, "done"]));
  // The far side counts idempotency keys: each step has one of its own, whichever process sent it.
  expect(shop.refunds()).toBe(steps.length);
  await shop.stop();
}, 180_000);
