import { describe, expect, it, vi } from "vitest";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import { createSkill } from "../../../shared/contract/skills/skills.ts";
import {
  cancelWorkflowRun,
  decideWorkflowStep,
  getWorkflowRun,
  listWorkflowApprovals,
} from "../../../shared/contract/workflows/runs.ts";
import { listWorkflows } from "../../../shared/contract/workflows/workflows.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { refund, shopKey, startShopApi } from "../../kit/actions/shopApi.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { openSecrets } from "../../../server/database/secrets.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { startTestServer } from "../../kit/server.ts";
import { share } from "../../kit/sampled.ts";
import { graph, step } from "../../kit/workflows/graphs.ts";
import { publishNew, runUntil, start } from "../../kit/workflows/runs.ts";

const races = share(100);
/** At once for each token, beginning with either. */
const ways: readonly ("approve" | "decline")[][] = [
  ["approve", "decline", "approve", "decline"],
  ["decline", "approve", "decline", "approve"],
];

describe.each(bothStores())("tokens that are raced on $name", (store) => {
  it("go on with their run once, with one decision and one effect, also against a cancellation", async () => {
    const talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
    const team = talk.server.as(talk.owner);
    const support = await talk.server.createMember(talk.owner.organizationId, "support");
    const other = talk.server.as(support);
    const shop = await startShopApi();
    const { id: productId } = await talk.createAgent(builtinModel);
    const skill = { ...refund(shop.origin, "write"), risk: "read" as const, secret: shopKey };
    await team.call(createSkill, { params: { productId }, body: { data: skill } });
    await team.call(publishAgent, { params: { productId } });
    const workflow = await publishNew(team, {
      agentId: productId,
      graph: graph(
        [
          step("allow", "approval", { text: "Refund it?" }),
          step("pay", "skill", { skill: "refund_order", inputs: { order: "A-17" } }),
          step("no", "set", { values: [{ name: "declined", expression: "`true`" }] }),
        ],
        ["start > allow", "allow:approved > pay", "allow:declined > no"],
      ),
    });
    const runs = await Promise.all(Array.from({ length: races }, () => start(team, workflow)));
    await settle(({ open }) => open === races);
    const { items: asked } = await vi.waitFor(
      async () => {
        const list = await team.call(listWorkflowApprovals, { query: { limit: 100 } });
        expect(list.items).toHaveLength(races);
        return list;
      },
      { interval: 100 },
    );
    const winners = await Promise.all(
      asked.map(async ({ id: stepId, runId }, at) => {
        const params = { workflowId: workflow.id, runId };
        const decisions = ways[at % 2] ?? [];
        const deciding = decisions.map((decision) =>
          other.send(decideWorkflowStep, { params: { ...params, stepId }, body: { data: { decision } } }),
        );
        // Every fourth is cancelled meanwhile, and may have been decided before.
        const isCancelled = at % 4 === 0;
        if (isCancelled) await team.call(cancelWorkflowRun, { params });
        const statuses = (await Promise.all(deciding)).map(({ status }) => status);
        expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
        const won = decisions.filter((_, place) => statuses[place] === 200);
        expect(won.length).toBeLessThanOrEqual(1);
        if (!isCancelled) expect(won.length).toBe(1);
        return { runId, decision: won[0] };
      }),
    );
    await settle(({ open }) => open === 0);
    const decided = new Map(winners.map(({ runId, decision }) => [runId, decision]));
    const approved = [...decided.values()].filter((decision) => decision === "approve").length;
    let done = 0;
    for (const params of runs) {
      const { data } = await team.call(getWorkflowRun, { params });
      const [first] = data.timeline;
      const decision = decided.get(params.runId);
      if (data.state === "cancelled") continue;
      if (decision === "approve") done += 1;
      expect(data).toMatchObject({ state: "done", error: null });
      expect(first).toMatchObject({ outlet: decision === "approve" ? "approved" : "declined", attempt: 2 });
      expect(data.timeline.map(({ stepId }) => stepId)).toEqual([
        "allow",
        decision === "approve" ? "pay" : "no",
      ]);
    }
    expect(shop.requests.length).toBe(shop.refunds());
    expect(shop.refunds()).toBeLessThanOrEqual(approved);
    expect(shop.refunds()).toBeGreaterThanOrEqual(done);
    await shop.stop();

    async function settle(isSo: (of: { open: number }) => boolean): Promise<void> {
      await vi.waitFor(
        async () => {
          const { items } = await team.call(listWorkflows, { query: {} });
          expect(items.find(({ id }) => id === workflow.id)).toSatisfy(isSo);
        },
        { interval: 100 },
      );
    }
  });
});

describe.each(bothStores().filter(({ name }) => name === "postgres"))("two processes on $name", (store) => {
  it("continue runs in parallel, and do each effect once", async () => {
    const opened = await store.open();
    const at = () => ({
      ...store,
      open: async () => ({ store: await store.openAt(opened.place), place: opened.place }),
    });
    const options = { egressAllow: ["127.0.0.0/8"], secrets: openSecrets(opened.place) };
    const talk = await startTalkingServer(at(), options);
    await startTestServer({ ...options, store: at() });
    const team = talk.server.as(talk.owner);
    const shop = await startShopApi();
    const { id: productId } = await talk.createAgent(builtinModel);
    const skill = { ...refund(shop.origin, "write"), risk: "read" as const, secret: shopKey };
    await team.call(createSkill, { params: { productId }, body: { data: skill } });
    await team.call(publishAgent, { params: { productId } });
    const pays = ["one", "two"].map((id) =>
      step(id, "skill", { skill: "refund_order", inputs: { order: "A-17" } }),
    );
    const workflow = await publishNew(team, {
      agentId: productId,
      graph: graph(
        [step("first", "set", { values: [{ name: "n", expression: "`1`" }] }), ...pays],
        ["start > first > one > two"],
      ),
    });
    const runs = await Promise.all(Array.from({ length: 30 }, () => start(team, workflow)));
    for (const run of runs) expect(await runUntil(team, run)).toMatchObject({ state: "done" });
    expect(shop.refunds()).toBe(60);
    expect(shop.requests).toHaveLength(60);
    await shop.stop();
  });
});
