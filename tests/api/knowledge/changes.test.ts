import { afterEach, describe, expect, it } from "vitest";
import {
  createDataSource,
  listSyncHistory,
  syncDataSource,
} from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { scheduleSync } from "../../../shared/contract/knowledge/sync.ts";
import {
  getSyncChange,
  listSyncChanges,
  listTouchedAnswers,
} from "../../../shared/contract/knowledge/syncChanges.ts";
import { bothStores } from "../../kit/database/stores.ts";
import type { StoreKind } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { htmlPage, serveWebsite, type Website } from "../../kit/knowledge/website.ts";

const sites: Website[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop();
});

const hour = 60 * 60 * 1000;
const patient = { interval: 50 };

const navigation = {
  "/ferry": "Ferry",
  "/boats": "Boats",
  "/museum": "Museum",
  "/cafe": "Café",
  "/dogs": "Dogs",
};
const page = (title: string, text: string) => htmlPage(title, `<p>${text}</p>`, navigation);

async function setUp(store: StoreKind) {
  const talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
  const agent = await talk.createAgent("pilothouse-builtin");
  const productId = agent.id;
  const client = talk.server.as(talk.owner);
  const site = await serveWebsite({
    "/": page("Harbour", "Welcome to the old harbour."),
    "/ferry": page("Ferry", "The ferry to the island leaves at noon from pier two."),
    "/boats": page("Boats", "A rowing boat costs 12 an hour. Lifejackets are free for children."),
    "/museum": page("Museum", "The museum opens at ten. Entry to the museum costs 8."),
    "/cafe": page("Café", "The café serves fish soup on Fridays."),
    "/dogs": page("Dogs", "Dogs are welcome on a lead everywhere but on the beach."),
  });
  sites.push(site);
  const { data: source } = await client.call(createDataSource, {
    params: { productId },
    body: {
      data: {
        config: {
          ...{ kind: "website", scope: "site", urls: [`${site.origin}/`], include: [], exclude: [] },
          ...{ maxDepth: 3, maxPages: 50 },
        },
      },
    },
  });
  const at = { productId, datasourceId: source.id };
  const runs = async () => (await client.call(listSyncHistory, { params: at })).items;
  const ended = (count: number) =>
    expect
      .poll(async () => (await runs()).filter(({ endedAt }) => endedAt !== null).length, patient)
      .toBe(count);
  await ended(1);
  const newest = async () => {
    const [run] = await runs();
    return { ...at, syncHistoryId: run?.id ?? "" };
  };
  return {
    ...{ talk, client, site, source, at, ended, runs, newest },
    async ask(content: string) {
      const visitor = await talk.openVisitor(agent);
      const heard = await listen(say(talk.server, visitor, { content }));
      expect(heard.end?.citations.length).toBeGreaterThan(0);
      return { ...heard, messageId: heard.answer?.id ?? "" };
    },
    async sync(source: DataSource, count: number) {
      await client.call(syncDataSource, { params: { ...at, datasourceId: source.id } });
      await ended(count);
    },
    changes: async () => (await client.call(listSyncChanges, { params: await newest() })).items,
    touched: async () => (await client.call(listTouchedAnswers, { params: await newest() })).items,
  };
}

describe.each(bothStores())("the changes found by a sync on $name", (store) => {
  it("are listed page by page, with the answers that relied on them: three changed, one removed, two new", async () => {
    const { talk, client, site, at, ask, ended, runs, newest, changes, touched } = await setUp(store);
    const ferry = await ask("When does the ferry to the island leave?");
    const boats = await ask("What does a rowing boat cost?");
    const cafe = await ask("When does the café serve fish soup?");
    const dogs = await ask("Are dogs welcome on the beach?");
    expect((await changes()).map(({ kind }) => kind)).toEqual(Array.from({ length: 6 }, () => "added"));

    const more = { ...navigation, "/tours": "Tours", "/parking": "Parking", "/cafe": undefined };
    const links = Object.fromEntries(Object.entries(more).filter(([, label]) => label !== undefined));
    const anew = (title: string, text: string) =>
      htmlPage(title, `<p>${text}</p>`, links as Record<string, string>);
    site.pages.set("/", anew("Harbour", "Welcome to the old harbour."));
    site.pages.set("/ferry", anew("Ferry", "The ferry to the island leaves at one from pier three."));
    // The sentence that was quoted stays, in a passage that is another one.
    site.pages.set(
      "/boats",
      anew("Boats", "A rowing boat costs 12 an hour. Lifejackets cost 2 for everybody."),
    );
    site.pages.set("/museum", anew("Museum", "The museum opens at eleven. Entry to the museum costs 9."));
    site.pages.set("/dogs", anew("Dogs", "Dogs are welcome on a lead everywhere but on the beach."));
    site.pages.delete("/cafe");
    site.pages.set("/tours", anew("Tours", "Guided tours begin at the lighthouse."));
    site.pages.set("/parking", anew("Parking", "Cars park behind the station."));

    await client.call(scheduleSync, {
      params: at,
      body: { data: { every: "hourly", minute: 0, timeZone: "Europe/Berlin" } },
    });
    talk.server.clock.advance(hour);
    await ended(2);
    expect((await runs())[0]).toMatchObject({
      trigger: "schedule",
      counts: { added: 2, changed: 3, removed: 1, unchanged: 2, failed: 0 },
    });

    const found = await changes();
    expect(found.map(({ kind, title, answers }) => ({ kind, title, answers }))).toEqual([
      { kind: "changed", title: "Boats", answers: 1 },
      { kind: "changed", title: "Ferry", answers: 1 },
      { kind: "changed", title: "Museum", answers: 0 },
      { kind: "removed", title: "Café", answers: 1 },
      { kind: "added", title: "Parking", answers: 0 },
      { kind: "added", title: "Tours", answers: 0 },
    ]);
    const detail = async (title: string) => {
      const changeId = found.find((change) => change.title === title)?.id ?? "";
      return (await client.call(getSyncChange, { params: { ...(await newest()), changeId } })).data;
    };
    expect(await detail("Ferry")).toMatchObject({
      before: expect.stringContaining("leaves at noon from pier two"),
      after: expect.stringContaining("leaves at one from pier three"),
      isWhole: true,
    });
    expect(await detail("Café")).toMatchObject({ before: expect.stringContaining("fish soup"), after: null });
    expect(await detail("Tours")).toMatchObject({ before: null, after: null });

    const answers = await touched();
    expect(answers.map(({ messageId }) => messageId).toSorted()).toEqual(
      [ferry, boats, cafe].map(({ messageId }) => messageId).toSorted(),
    );
    expect(answers.map(({ messageId }) => messageId)).not.toContain(dogs.messageId);
    // As people read it, not as Markdown is written.
    expect(answers.map(({ answer }) => answer).join("\n")).not.toMatch(/\*\*|> /);
    const of = (messageId: string) => answers.find((answer) => answer.messageId === messageId);
    expect(of(boats.messageId)).toMatchObject({
      ...{ question: "What does a rowing boat cost?", isStillSaid: true, page: { title: "Boats" } },
      ...{ threadId: boats.threadId, quote: expect.stringContaining("12 an hour") },
    });
    expect(of(ferry.messageId)).toMatchObject({ isStillSaid: false, page: { url: `${site.origin}/ferry` } });
    expect(of(cafe.messageId)).toMatchObject({ isStillSaid: false });
  }, 120_000);

  it("affect an answer once, even when the page was rewritten in between for another reason", async () => {
    const { site, source, ask, sync, touched } = await setUp(store);
    const long = "The harbour master keeps a book of every ship. ".repeat(60);
    const chapters = (dogs: string, ships: string) =>
      htmlPage("Dogs", `<h2>Dogs</h2><p>${dogs}</p><h2>Ships</h2><p>${ships}</p>`, navigation);
    const lead = "Dogs are welcome on a lead everywhere but on the beach.";
    site.pages.set("/dogs", chapters(lead, `${long} There are 40 ships.`));
    await sync(source, 2);
    const { messageId } = await ask("Are dogs welcome on the beach?");
    site.pages.set("/dogs", chapters(lead, `${long} There are 41 ships.`));
    await sync(source, 3);
    expect(await touched()).toEqual([]);
    site.pages.set("/dogs", chapters("Dogs stay at home.", `${long} There are 41 ships.`));
    await sync(source, 4);
    expect((await touched()).map((answer) => answer.messageId)).toEqual([messageId]);
    site.pages.set("/dogs", chapters("Dogs stay at home, please.", `${long} There are 41 ships.`));
    await sync(source, 5);
    expect(await touched()).toEqual([]);
  }, 120_000);
});
