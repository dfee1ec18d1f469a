import { describe, expect, it } from "vitest";
import { getCharacterUsage } from "../../../shared/contract/knowledge/characterUsage.ts";
import { updateDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { openKnowledge, websiteConfig } from "../../kit/knowledge/knowledge.ts";
import { createTestPlans, makePlan } from "../../kit/billing/plans.ts";
import { stores } from "../../kit/database/stores.ts";
import type { StoreKind } from "../../kit/database/stores.ts";
import { htmlPage, serveWebsite } from "../../kit/knowledge/website.ts";

/** An organization whose plan allows this many characters. */
async function openLimited(store: StoreKind, characters: number) {
  const plans = createTestPlans();
  const features = [
    { id: "app", units: 5 },
    { id: "characters", units: characters },
  ];
  plans.set({ plan: makePlan({ features }) });
  const knowledge = await openKnowledge(store, { plans });
  const params = { productId: knowledge.productId };
  return {
    ...knowledge,
    plans,
    usage: async () => (await knowledge.client.call(getCharacterUsage, { params })).data,
  };
}

const sentence = "The lamp burns all night long. ".trim();

describe.each(stores())("the characters of a plan on $name", (store) => {
  it("are counted by source, by kind and in total, without a limit when the plan has none", async () => {
    const knowledge = await openKnowledge(store);
    const text = await knowledge.add({ kind: "text", title: "Lamp", text: sentence });
    const params = { productId: knowledge.productId };
    const { data } = await knowledge.client.call(getCharacterUsage, { params });
    expect(data).toEqual({
      ...{ used: sentence.length, limit: null, agentUsed: sentence.length },
      bySource: [{ id: text.id, name: "Lamp", kind: "text", used: sentence.length }],
      byKind: [{ kind: "text", used: sentence.length }],
    });
  });

  it("stop a run at the limit, which reports what is left out, and freed ones can be used again", async () => {
    const knowledge = await openLimited(store, 70);
    const fileIds: string[] = [];
    for (const name of ["one", "two", "three", "four"])
      fileIds.push(await knowledge.upload(`${name}.txt`, Buffer.from(`${sentence} ${name}`)));
    const source = await knowledge.add({ kind: "files", fileIds });
    const message =
      "The plan’s limit of 70 characters is met: 2 pages were left out, and what was read stays.";
    expect(source).toMatchObject({
      ...{ status: "partly", error: message, counts: { pages: 2 } },
      lastRun: { status: "partly", error: message },
    });
    expect((await knowledge.logs(source)).find(({ level }) => level === "warning")).toMatchObject({
      ...{ page: "three", message },
    });
    expect(await knowledge.usage()).toMatchObject({ limit: 70, agentUsed: 68, used: 68 });
    expect(await knowledge.find("Does the lamp burn?")).toHaveLength(2);

    const full = await knowledge.add({ kind: "text", title: "More", text: sentence });
    expect(full).toMatchObject({ status: "failed", counts: { pages: 0 } });
    expect(full.error).toContain("1 page was left out");

    const site = await serveWebsite({
      "/": htmlPage("Home", "<p>The whole lighthouse.</p>", { "/a": "A", "/b": "B" }),
      "/a": htmlPage("A", "<p>A</p>"),
    });
    const crawled = await knowledge.add(websiteConfig(`${site.origin}/`));
    await site.stop();
    expect(crawled).toMatchObject({ status: "failed", lastRun: { status: "partly" } });
    expect(crawled.error).toContain("The plan’s limit of 70 characters is met");

    const body = {
      data: { name: "Files", config: { kind: "files" as const, fileIds: fileIds.slice(0, 1) } },
    };
    await knowledge.client.call(updateDataSource, { params: knowledge.at(source), body });
    await knowledge.settled(source);
    expect(await knowledge.sync(full)).toMatchObject({ status: "ready", error: null });
    expect(await knowledge.usage()).toMatchObject({ used: 64 });
  });

  it("use the last known limit while the payment provider is down", async () => {
    const knowledge = await openLimited(store, 40);
    const source = await knowledge.add({ kind: "text", title: "Lamp", text: sentence });
    knowledge.plans.findSubscription = () => Promise.reject(new Error("The provider of payments is away."));
    expect(await knowledge.sync(source)).toMatchObject({ status: "ready", error: null });
    const more = await knowledge.add({ kind: "text", title: "More", text: sentence });
    expect(more).toMatchObject({
      status: "failed",
      error: expect.stringContaining("limit of 40 characters"),
    });
    expect(await knowledge.usage()).toMatchObject({ limit: 40, used: sentence.length });
  });
});
