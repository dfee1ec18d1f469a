import { expect, it } from "vitest";
import { createSkill } from "../../../shared/contract/skills/skills.ts";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import { refund, shopKey, startShopApi } from "../../kit/actions/shopApi.ts";
import { clientOf, openSpawnedApp, spawnedOwner } from "../../kit/processes/spawnedApp.ts";
import { spawnServer } from "../../kit/processes/spawnServer.ts";
import { sampled } from "../../kit/sampled.ts";
import { graph, step } from "../../kit/workflows/graphs.ts";
import { decideWorkflowStep } from "../../../shared/contract/workflows/runs.ts";
import { listWorkflows } from "../../../shared/contract/workflows/workflows.ts";
import { publishNew, runUntil, start } from "../../kit/workflows/runs.ts";

/** Where the server is killed: at a request of this number, or around the decision that the run waits for. */
const moments = ["asked", "answered", "waiting", "decided"] as const;
const kills = Array.from({ length: 200 }, (_, at) => ({ request: 1 + (at % 9), moment: moments[at % 4] }));
const before = Array.from({ length: 5 }, (_, at) => `before${at}`);
const after = Array.from({ length: 4 }, (_, at) => `after${at}`);
const pay = (id: string) => step(id, "skill", { skill: "refund_order", inputs: { order: "A-17" } });

it("a server that is killed between or within steps does each effect once, and loses no run", async () => {
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
      [
        ...before.map(pay),
        step("allow", "approval", { text: "Go on?", byAnother: false }),
        ...after.map(pay),
      ],
      [`start > ${before.join(" > ")} > allow`, `allow:approved > ${after.join(" > ")}`],
    ),
  });
  const kill = async () => {
    await server.end("SIGKILL");
    server = await server.restart();
  };
  for (const { request, moment } of sampled(kills, { name: "kills of runs", count: 3 })) {
    const refunds = shop.refunds();
    const isAtRequest = moment === "asked" || moment === "answered";
    const held = isAtRequest ? shop.hold(shop.requests.length + request) : null;
    const killAtRequest = async () => {
      await held?.arrived;
      if (moment === "answered") held?.release();
      await kill();
      held?.release();
    };
    const run = await start(client(), workflow);
    if (isAtRequest && request <= before.length) await killAtRequest();
    const asked = await runUntil(client(), run, ({ state }) => state === "waiting");
    if (moment === "waiting") await kill();
    const stepId = asked.timeline.find(({ waitsFor }) => waitsFor === "approval")?.id ?? "";
    const decision = { data: { decision: "approve" as const } };
    await client().call(decideWorkflowStep, { params: { ...run, stepId }, body: decision });
    if (moment === "decided") await kill();
    if (isAtRequest && request > before.length) await killAtRequest();
    const ended = await runUntil(client(), run);
    expect(ended.timeline.map(({ stepId: taken, state }) => [taken, state])).toEqual(
      [...before, "allow", ...after].map((id) => [id, "done"]),
    );
    // The far side counts idempotency keys: each step has one of its own, whichever process sent it.
    expect(shop.refunds() - refunds).toBe(before.length + after.length);
  }
  const { items } = await client().call(listWorkflows, { query: {} });
  expect(items.find(({ id }) => id === workflow.id)).toMatchObject({ open: 0, failed: 0 });
  await shop.stop();
}, 1_800_000);
