import { afterEach, describe, expect, it } from "vitest";
import { listPages, removeDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import {
  getPage,
  listPassages,
  refreshPage,
  removeEdit,
  updatePage,
  updatePassage,
} from "../../../shared/contract/knowledge/pages.ts";
import { getAgent, publishAgent } from "../../../shared/contract/agents/agents.ts";
import { restoreVersion } from "../../../shared/contract/agents/versions.ts";
import { addSample } from "../../kit/knowledge/addSample.ts";
import { openKnowledge, websiteConfig, type OpenKnowledge } from "../../kit/knowledge/knowledge.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { htmlPage, serveWebsite, type Website } from "../../kit/knowledge/website.ts";

const sites: Website[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop();
});

/** A harbor's site with a page on the ferry, of two passages under two headings, and one on parking. */
async function openKayakSite(knowledge: OpenKnowledge) {
  const site = await serveWebsite({
    "/": htmlPage("Harbour", "<p>Welcome to the old harbour.</p>", {
      "/ferry": "Ferry",
      "/parking": "Parking",
    }),
    "/ferry": ferry("The ferry leaves at noon.", "A ticket costs nine crowns."),
    "/parking": htmlPage("Parking", "<p>Park behind the chapel.</p>"),
  });
  sites.push(site);
  return { site, source: await knowledge.add(websiteConfig(`${site.origin}/`)) };
}

function ferry(times: string, prices: string): string {
  return htmlPage("Ferry", `<h2>Times</h2><p>${times}</p><h2>Prices</h2><p>${prices}</p>`);
}

async function passagesOf({ client, page }: OpenKnowledge, source: DataSource, title: string) {
  const { at } = await page(source, title);
  return { at, items: (await client.call(listPassages, { params: at, query: {} })).items };
}

describe.each(bothStores())("the pages of a source on $name", (store) => {
  it("are switched off and on: answers follow at once, and a sync continues without them", async () => {
    const knowledge = await openKnowledge(store);
    const { client } = knowledge;
    const { site, source } = await openKayakSite(knowledge);
    const page = await knowledge.page(source, "Parking");
    expect(page.enabled).toBe(true);
    const off = { params: page.at, body: { data: { enabled: false } } };
    expect((await client.call(updatePage, off)).data.enabled).toBe(false);
    await client.call(updatePage, off);
    expect(await knowledge.find("Where do I park?")).toEqual([]);
    expect((await knowledge.list(source, { status: "off" })).map(({ title }) => title)).toEqual(["Parking"]);
    expect(await knowledge.list(source, { status: "ready" })).toHaveLength(2);

    site.pages.set("/parking", htmlPage("Parking", "<p>Park beside the lighthouse.</p>"));
    const again = await knowledge.sync(source);
    expect(again.lastRun?.counts).toMatchObject({ changed: 1 });
    expect(await knowledge.find("Where do I park?")).toEqual([]);

    const on = { params: page.at, body: { data: { enabled: true } } };
    expect((await client.call(updatePage, on)).data).toMatchObject({ enabled: true, passages: 1 });
    const found = await knowledge.find("Where do I park?");
    expect(found.map(({ text }) => text)).toEqual([expect.stringContaining("lighthouse")]);
    site.pages.set("/parking", htmlPage("Parking", "<p>Park on the pier.</p>"));
    await knowledge.sync(source);
    expect((await knowledge.find("Where do I park?")).map(({ text }) => text)).toEqual([
      expect.stringContaining("pier"),
    ]);
  });

  it("are switched off and on again in full when they are long", async () => {
    const knowledge = await openKnowledge(store);
    const paragraphs = Array.from(
      { length: 700 },
      (_, at) => `## Berth ${at}\n\nBerth ${at} costs ${at * 3}.`,
    );
    const source = await knowledge.add({ kind: "text", title: "Berths", text: paragraphs.join("\n\n") });
    const { at } = await knowledge.page(source, "Berths");
    const set = (enabled: boolean) =>
      knowledge.client.call(updatePage, { params: at, body: { data: { enabled } } });
    await set(false);
    expect(await knowledge.find("What does berth 699 cost?")).toEqual([]);
    await set(true);
    expect((await knowledge.find("What does berth 699 cost?"))[0]?.text).toContain("2097");
    expect((await knowledge.find("What does berth 3 cost?"))[0]?.text).toContain("9");
  });

  it("show their passages as the agent reads them, and keep an edit until that passage changes", async () => {
    const knowledge = await openKnowledge(store);
    const { client } = knowledge;
    const { site, source } = await openKayakSite(knowledge);
    const { at, items } = await passagesOf(knowledge, source, "Ferry");
    expect(items.map(({ headings, text }) => [headings.at(-1), text])).toEqual([
      ["Times", "The ferry leaves at noon."],
      ["Prices", "A ticket costs nine crowns."],
    ]);
    const edit = (passageId: string, text: string) =>
      client.call(updatePassage, { params: { ...at, passageId }, body: { data: { text } } });
    const { data } = await edit(items[1]?.id ?? "", "A ticket costs twelve crowns.");
    expect(data.edits).toEqual({ kept: 1, off: 0, replaced: 0 });
    expect((await knowledge.find("What does a ticket cost?"))[0]?.text).toBe("A ticket costs twelve crowns.");
    expect((await knowledge.get(source)).counts.characters).toBe(source.counts.characters + 2);
    const edited = (await passagesOf(knowledge, source, "Ferry")).items;
    expect(edited[1]).toMatchObject({
      text: "A ticket costs twelve crowns.",
      sourceText: "A ticket costs nine crowns.",
      editedBy: { userId: knowledge.owner.user._id },
    });

    // Another passage of the page changes: the edit stays.
    site.pages.set("/ferry", ferry("The ferry leaves at one.", "A ticket costs nine crowns."));
    await knowledge.sync(source);
    expect((await passagesOf(knowledge, source, "Ferry")).items.map(({ text }) => text)).toEqual([
      "The ferry leaves at one.",
      "A ticket costs twelve crowns.",
    ]);
    // Nothing changes: the page is not indexed again.
    expect((await knowledge.sync(source)).lastRun?.counts).toMatchObject({ changed: 0, unchanged: 3 });

    // The passage itself changes: the source's text counts, and it says so.
    site.pages.set("/ferry", ferry("The ferry leaves at one.", "A ticket costs ten crowns."));
    const after = await knowledge.sync(source);
    expect((await knowledge.find("What does a ticket cost?"))[0]?.text).toBe("A ticket costs ten crowns.");
    expect((await knowledge.logs(after)).find(({ level }) => level === "warning")?.message).toContain(
      "An edited passage of it changed at the source",
    );
    const page = (await client.call(getPage, { params: at })).data;
    expect(page.edits).toEqual({ kept: 0, off: 0, replaced: 1 });
    expect(page.replacedEdits).toMatchObject([
      { text: "A ticket costs twelve crowns.", sourceText: "A ticket costs nine crowns." },
    ]);
    expect((await knowledge.list(source, { status: "edited" })).map(({ title }) => title)).toEqual(["Ferry"]);
    const editId = page.replacedEdits[0]?.id ?? "";
    const seen = await client.call(removeEdit, { params: { ...at, editId } });
    expect(seen.data).toMatchObject({ replacedEdits: [], edits: { kept: 0, off: 0, replaced: 0 } });
    // What stood for the run is untouched by all that: the next one takes nothing out.
    expect((await knowledge.sync(source)).lastRun?.counts).toMatchObject({ unchanged: 3, removed: 0 });
  });

  it("can have single passages switched off, which no answer uses until they change", async () => {
    const knowledge = await openKnowledge(store);
    const { client } = knowledge;
    const { site, source } = await openKayakSite(knowledge);
    const { at, items } = await passagesOf(knowledge, source, "Ferry");
    const change = async (index: number, data: { text?: string; enabled?: boolean }) => {
      const now = (await passagesOf(knowledge, source, "Ferry")).items;
      const params = { ...at, passageId: now[index]?.id ?? "" };
      return (await client.call(updatePassage, { params, body: { data } })).data;
    };
    const seen = async () =>
      (await passagesOf(knowledge, source, "Ferry")).items.map(({ text, enabled }) => [text, enabled]);
    const found = async (question: string) => (await knowledge.find(question)).map(({ text }) => text);
    expect(items.map(({ enabled }) => enabled)).toEqual([true, true]);
    expect((await found("What does a ticket cost?"))[0]).toBe("A ticket costs nine crowns.");

    expect(await change(1, { enabled: false })).toMatchObject({
      ...{ passages: 2, edits: { kept: 0, off: 1, replaced: 0 } },
    });
    expect(await found("What does a ticket cost?")).not.toContain("A ticket costs nine crowns.");
    expect(JSON.stringify(await knowledge.find("When does the ferry leave?"))).not.toContain("nine");
    const { items: list } = await passagesOf(knowledge, source, "Ferry");
    expect(list[1]).toMatchObject({
      ...{ enabled: false, editId: null, sourceText: null, editedBy: { userId: knowledge.owner.user._id } },
    });

    // The rest of the page changes, and the page itself goes off and on: the passage stays off.
    site.pages.set("/ferry", ferry("The ferry leaves at one.", "A ticket costs nine crowns."));
    await knowledge.sync(source);
    for (const enabled of [false, true]) {
      await client.call(updatePage, { params: at, body: { data: { enabled } } });
    }
    expect(await seen()).toEqual([
      ["The ferry leaves at one.", true],
      ["A ticket costs nine crowns.", false],
    ]);
    expect(await found("What does a ticket cost?")).not.toContain("A ticket costs nine crowns.");
    expect((await knowledge.sync(source)).lastRun?.counts).toMatchObject({ changed: 0, unchanged: 3 });

    // An edit of it leaves it off; switched on, the edit is what answers use.
    expect((await change(1, { text: "A ticket costs twelve crowns." })).edits).toMatchObject({
      ...{ kept: 1, off: 1 },
    });
    expect(await found("What does a ticket cost?")).not.toContain("A ticket costs twelve crowns.");
    await change(1, { enabled: true });
    expect((await found("What does a ticket cost?"))[0]).toBe("A ticket costs twelve crowns.");
    await change(1, { text: "A ticket costs nine crowns.", enabled: false });
    expect(await seen()).toContainEqual(["A ticket costs nine crowns.", false]);

    // It changes itself: what it says now is used, and the page says so.
    site.pages.set("/ferry", ferry("The ferry leaves at one.", "A ticket costs ten crowns."));
    const after = await knowledge.sync(source);
    expect((await found("What does a ticket cost?"))[0]).toBe("A ticket costs ten crowns.");
    expect((await knowledge.logs(after)).find(({ level }) => level === "warning")?.message).toContain(
      "A passage of it that was off changed at the source",
    );
    expect((await client.call(getPage, { params: at })).data).toMatchObject({
      edits: { kept: 0, off: 0, replaced: 1 },
      replacedEdits: [{ sourceText: "A ticket costs nine crowns.", wasOff: true }],
    });
    await expect(change(0, {})).rejects.toMatchObject({ status: 400 });
  });

  it("keep a passage off after restoring a version in which it was on", async () => {
    const knowledge = await openKnowledge(store);
    const { client, productId } = knowledge;
    const params = { productId };
    const { site, source } = await openKayakSite(knowledge);
    const published = (await client.call(publishAgent, { params })).data;
    const { at, items } = await passagesOf(knowledge, source, "Ferry");
    const passageId = items[1]?.id ?? "";
    await client.call(updatePassage, { params: { ...at, passageId }, body: { data: { enabled: false } } });
    site.pages.set("/ferry", ferry("The ferry leaves at one.", "A ticket costs nine crowns."));
    await knowledge.sync(source);
    const { revision } = (await client.call(getAgent, { params })).data;
    await client.call(restoreVersion, {
      params: { ...params, version: String(published.publishedVersion) },
      body: { data: { revision, withKnowledge: true } },
    });
    await knowledge.settled(source);
    const restored = await passagesOf(knowledge, source, "Ferry");
    expect(restored.items.map(({ text, enabled }) => [text, enabled])).toEqual([
      ["The ferry leaves at noon.", true],
      ["A ticket costs nine crowns.", false],
    ]);
    expect(JSON.stringify(await knowledge.find("What does a ticket cost?"))).not.toContain("nine");
  });

  it("return to the source's text when an edit is undone, or is the same", async () => {
    const knowledge = await openKnowledge(store);
    const { client } = knowledge;
    const { source } = await openKayakSite(knowledge);
    const { at, items } = await passagesOf(knowledge, source, "Ferry");
    const write = async (text: string) => {
      const { id: passageId = "" } = (await passagesOf(knowledge, source, "Ferry")).items[0] ?? {};
      await client.call(updatePassage, { params: { ...at, passageId }, body: { data: { text } } });
      return (await passagesOf(knowledge, source, "Ferry")).items[0];
    };
    const first = await write("The ferry leaves at dawn.");
    const second = await write("The ferry leaves at dusk.");
    expect(second).toMatchObject({ text: "The ferry leaves at dusk.", editId: first?.editId });
    await client.call(removeEdit, { params: { ...at, editId: second?.editId ?? "" } });
    expect((await passagesOf(knowledge, source, "Ferry")).items[0]).toMatchObject({
      ...{ text: items[0]?.text, editId: null },
    });
    await write("The ferry leaves at dawn.");
    expect(await write("The ferry leaves at noon.")).toMatchObject({ editId: null, sourceText: null });
    expect(await knowledge.list(source, { status: "edited" })).toEqual([]);
    expect((await knowledge.sync(source)).lastRun?.counts).toMatchObject({ changed: 0, unchanged: 3 });
    const missing = { ...at, passageId: "none" };
    await expect(
      client.call(updatePassage, { params: missing, body: { data: { text: "x" } } }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it("are read again one by one, without touching the rest of the source", async () => {
    const knowledge = await openKnowledge(store);
    const { site, source } = await openKayakSite(knowledge);
    site.pages.set("/ferry", ferry("The ferry leaves at two.", "A ticket costs nine crowns."));
    site.pages.set("/parking", htmlPage("Parking", "<p>Changed, and not asked for.</p>"));
    const { at } = await knowledge.page(source, "Ferry");
    site.hits.length = 0;
    await knowledge.client.call(refreshPage, { params: at });
    const after = await knowledge.settled(source);
    expect(after.lastRun?.counts).toMatchObject({ found: 1, changed: 1, removed: 0 });
    expect(site.hits.filter((hit) => !hit.includes("robots"))).toEqual(["GET /ferry"]);
    expect(after.counts.pages).toBe(3);
    expect((await knowledge.find("When does the ferry leave?"))[0]?.text).toContain("two");
  });

  it("count the visitors' answers that found and cited them", async () => {
    const talk = await startTalkingServer(store);
    const agent = await talk.createAgent("pilothouse-builtin");
    await addSample(talk, agent);
    const ask = async (preview: boolean) => {
      const visitor = await talk.openVisitor(agent, { preview });
      return listen(say(talk.server, visitor, { content: "How long does delivery take?" }));
    };
    const { end } = await ask(false);
    await ask(false);
    await ask(true);
    const client = talk.server.as(talk.owner);
    const params = { productId: agent.id, datasourceId: end?.citations[0]?.sourceId ?? "" };
    const { items } = await client.call(listPages, { params, query: { sort: "cited" } });
    expect(items[0]).toMatchObject({
      id: end?.citations[0]?.pageId,
      use: { found: 2, cited: 2, lastCitedAt: expect.any(Number) },
    });
    expect(items.at(-1)?.use).toEqual({ found: 0, cited: 0, lastCitedAt: null });
    await client.call(removeDataSource, { params, query: { confirmed: "true" } });
    const left = () => talk.server.store.db.selectFrom("pageUse").selectAll().execute();
    await expect.poll(left).toEqual([]);
  });

  it("are found by title, address and name, and sorted as requested", async () => {
    const knowledge = await openKnowledge(store);
    const { source } = await openKayakSite(knowledge);
    const titles = async (query: object) => (await knowledge.list(source, query)).map(({ title }) => title);
    expect(await titles({ search: "/PARK" })).toEqual(["Parking"]);
    expect(await titles({ search: "nothing" })).toEqual([]);
    expect(await titles({})).toEqual(["Ferry", "Harbour", "Parking"]);
    expect((await titles({ sort: "characters" }))[0]).toBe("Ferry");
  });
});
