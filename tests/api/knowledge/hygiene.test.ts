import { describe, expect, it, onTestFinished } from "vitest";
import {
  checkHygiene,
  getHygiene,
  listLikePassages,
  listStalePages,
  updateLikePassages,
} from "../../../shared/contract/knowledge/hygiene.ts";
import { createDataSource, getDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { listPassages, updatePage, updatePassage } from "../../../shared/contract/knowledge/pages.ts";
import { deleteForGood } from "../../kit/agents/deleteForGood.ts";
import { openKnowledge, websiteConfig } from "../../kit/knowledge/knowledge.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { htmlPage, serveWebsite } from "../../kit/knowledge/website.ts";

const day = 24 * 60 * 60 * 1000;
const returns =
  "You may send goods back within thirty days, unworn and in the box they came in, and we pay the money back to the card " +
  "that you paid with as soon as the parcel has come to our store.";
const other =
  "Our store by the old harbour is open from Tuesday to Saturday, ten to six, and on the first Sunday of each month for tea.";

async function open(store: ReturnType<typeof stores>[number]) {
  const knowledge = await openKnowledge(store);
  const { client, productId } = knowledge;
  const params = { productId };
  const state = async () => (await client.call(getHygiene, { params })).data;
  const checked = () => expect.poll(async () => (await state()).state).toBe("ready");
  const pairs = async (ignored: "true" | "false" = "false") =>
    (await client.call(listLikePassages, { params, query: { ignored } })).items;
  const addText = (title: string, text: string) => knowledge.add({ kind: "text", title, text });
  return { ...knowledge, params, state, checked, pairs, addText };
}

describe.each(stores())("content hygiene on $name", (store) => {
  it("finds nearly identical passages on different pages and in different sources, by itself", async () => {
    const knowledge = await open(store);
    const site = await serveWebsite({
      "/returns": htmlPage("Returns", `<p>${returns.replace("thirty", "fourteen")}</p>`),
      "/hours": htmlPage("Hours", `<p>${other}</p>`),
    });
    onTestFinished(() => site.stop());
    expect(await knowledge.state()).toEqual({ state: "never", checkedAt: null, passages: 0, isWhole: true });
    const typed = await knowledge.addText("Returns typed", returns);
    const urls = [`${site.origin}/returns`, `${site.origin}/hours`];
    const crawled = await knowledge.add(websiteConfig("", { scope: "pages", urls }));
    await knowledge.checked();
    expect(await knowledge.state()).toMatchObject({
      passages: 3,
      isWhole: true,
      checkedAt: expect.any(Number),
    });
    const [pair, ...more] = await knowledge.pairs();
    expect(more).toEqual([]);
    expect(pair).toMatchObject({ likeness: 90, copies: 0, isIgnored: false });
    const sides = [pair?.first, pair?.second].toSorted((one, two) =>
      (one?.title ?? "").localeCompare(two?.title ?? ""),
    );
    expect(sides).toMatchObject([
      {
        sourceId: crawled.id,
        sourceName: crawled.name,
        title: "Returns",
        url: urls[0],
        text: returns.replace("thirty", "fourteen"),
      },
      { sourceId: typed.id, title: "Returns typed", url: null, text: returns },
    ]);
  });

  it("lists one pair for a text on many pages, and none for short notices or within a page", async () => {
    const knowledge = await open(store);
    for (const title of ["One", "Two", "Three"]) await knowledge.addText(title, other);
    for (const title of ["Four", "Five"]) await knowledge.addText(title, "Closed on Mondays and in winter.");
    await knowledge.addText("Six", `# A\n\n${returns}\n\n# B\n\n${returns.replace("card", "account")}`);
    await knowledge.checked();
    expect(await knowledge.pairs()).toMatchObject([{ likeness: 100, copies: 3 }]);
  });

  it("remembers ignored pairs by their texts, and leaves out passages that are off or have changed", async () => {
    const knowledge = await open(store);
    const { client, params } = knowledge;
    await knowledge.addText("One", returns);
    const source = await knowledge.addText("Two", returns.replace("thirty", "fourteen"));
    await knowledge.checked();
    const [pair] = await knowledge.pairs();
    const at = { params: { ...params, pairId: pair?.id ?? "" } };
    const ignore = (isIgnored: boolean) =>
      client.call(updateLikePassages, { ...at, body: { data: { isIgnored } } });
    await ignore(true);
    await ignore(true);
    expect(await knowledge.pairs()).toEqual([]);
    await client.call(checkHygiene, { params });
    await knowledge.checked();
    expect(await knowledge.pairs()).toEqual([]);
    expect(await knowledge.pairs("true")).toMatchObject([{ id: pair?.id, isIgnored: true }]);
    await ignore(false);
    expect(await knowledge.pairs()).toHaveLength(1);

    const page = await knowledge.page(source, "Two");
    const enable = (enabled: boolean) =>
      client.call(updatePage, { params: page.at, body: { data: { enabled } } });
    await enable(false);
    expect(await knowledge.pairs()).toEqual([]);
    await enable(true);
    expect(await knowledge.pairs()).toHaveLength(1);
    const [passage] = (await client.call(listPassages, { params: page.at, query: {} })).items;
    const edit = { params: { ...page.at, passageId: passage?.id ?? "" }, body: { data: { text: other } } };
    await client.call(updatePassage, edit);
    expect(await knowledge.pairs()).toEqual([]);
  });

  it("is deleted with the agent", async () => {
    const knowledge = await open(store);
    await knowledge.addText("One", other);
    await knowledge.addText("Two", other);
    await knowledge.checked();
    const [pair] = await knowledge.pairs();
    const params = { ...knowledge.params, pairId: pair?.id ?? "" };
    await knowledge.client.call(updateLikePassages, { params, body: { data: { isIgnored: true } } });
    await deleteForGood(knowledge.client, knowledge.productId);
    for (const table of ["hygieneChecks", "likePassages", "ignoredPairs"] as const)
      expect(await knowledge.server.store.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  it("lists cited pages that nobody changed for months, most cited first", async () => {
    const talk = await startTalkingServer(store);
    const agent = await talk.createAgent("pilothouse-builtin");
    const client = talk.server.as(talk.owner);
    const params = { productId: agent.id };
    const add = async (title: string, text: string) => {
      const body = { data: { config: { kind: "text" as const, title, text } } };
      const { data } = await client.call(createDataSource, { params, body });
      const at = { params: { ...params, datasourceId: data.id } };
      const isRead = async () => (await client.call(getDataSource, at)).data.lastSyncedAt !== null;
      await expect.poll(isRead, { interval: 20 }).toBe(true);
      return data;
    };
    const ask = async (content: string) => {
      const heard = await listen(say(talk.server, await talk.openVisitor(agent), { content }));
      expect(heard.end?.citations).not.toEqual([]);
    };
    const stale = async (query = {}) => (await client.call(listStalePages, { params, query })).items;
    const ferry = await add("Ferry", "The ferry to the island leaves at noon from pier two.");
    await add("Museum", "The museum opens at ten. Entry to the museum costs 8.");
    await ask("When does the ferry leave?");
    expect(await stale({ citations: "1" })).toEqual([]);

    const db = talk.server.store.db;
    const longAgo = talk.server.clock.now() - 200 * day;
    await db.updateTable("pages").set({ lastChangedAt: longAgo }).execute();
    await db.updateTable("messages").set({ createdAt: longAgo }).execute();
    await add("Dogs", "Dogs are welcome on a lead everywhere but on the beach.");
    for (const question of ["When does the ferry leave?", "What does entry to the museum cost?"]) {
      await ask(question);
      await ask(question);
    }
    await ask("From which pier does the ferry to the island leave?");
    await ask("Are dogs welcome on the beach?");
    const named = { sourceId: ferry.id, sourceName: "Ferry", sourceKind: "text", url: null };
    expect(await stale()).toMatchObject([{ ...named, title: "Ferry", citedBy: 3 }]);
    expect((await stale({ citations: "2" })).map(({ title }) => title)).toEqual(["Ferry", "Museum"]);
    expect(await stale({ citations: "1", months: "12" })).toEqual([]);
  });
});
