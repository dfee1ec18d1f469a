import { beforeAll, describe, expect, it, vi } from "vitest";
import { createDataSource, getDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { getReceipt } from "../../../shared/contract/conversations/threads/threads.ts";
import type { Member, Visitor } from "../../kit/factories.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say } from "../../kit/conversations/threads/talks.ts";

const things = ["kettle", "lantern", "rucksack", "compass", "anchor", "blanket", "hammock", "paddle"];
const places = ["Bergen", "Bristol", "Lisbon", "Gdansk", "Trieste", "Aarhus", "Porto", "Tallinn"];
const forms = [
  (thing: string, place: string) => `How much is the ${thing} in ${place}?`,
  (thing: string, place: string) => `price of a ${thing}, ${place}`,
  (thing: string, place: string) => `What does your shop in ${place} ask for ${thing}s?`,
  (thing: string, place: string) => `${place} ${thing} cost`,
  (thing: string) => `Tell me about the ${thing}`,
];
const pairs = things.flatMap((thing) => places.map((place) => ({ thing, place })));
const questions = pairs.flatMap(({ thing, place }) => forms.map((form) => form(thing, place)));

/** By its mark alone each knows its own: all else of what they were given is the same. */
const marks = ["aspenmark", "birchmark", "cedarmark"] as const;
type Mark = (typeof marks)[number];

interface Shop {
  mark: Mark;
  owner: Member;
  agentId: string;
}

describe.each(stores())("B11: shops with nearly the same texts on $name", (store) => {
  let server: TestServer;
  let shops: Shop[];
  beforeAll(async () => {
    server = await startTestServer({ store });
    const one = await server.createOwner("One");
    const other = await server.createOwner("Other");
    // Two of one organization, and one of another.
    const owners = { aspenmark: one, birchmark: one, cedarmark: other };
    shops = await Promise.all(marks.map((mark) => openShop(mark, owners[mark])));
  });

  async function openShop(mark: Mark, owner: Member): Promise<Shop> {
    const { id: agentId } = await server.createAgent(owner, "Shop");
    const answered = pairs.map(({ thing, place }, index) => ({
      question: `What is the price of the ${thing} in ${place}?`,
      answer: `In ${place} the ${thing} costs ${20 + index} crowns, says ${mark}.`,
    }));
    const params = { productId: agentId };
    const config = { kind: "qa" as const, questions: answered };
    const { data } = await server.as(owner).call(createDataSource, { params, body: { data: { config } } });
    const isRead = async () => {
      const at = { params: { ...params, datasourceId: data.id } };
      return (await server.as(owner).call(getDataSource, at)).data.lastRun?.endedAt ?? null;
    };
    await vi.waitUntil(isRead, { interval: 20 });
    return { mark, owner, agentId };
  }

  const foreignTo = ({ mark }: Shop) => new RegExp(marks.filter((one) => one !== mark).join("|"));

  it("find their own passages for each of hundreds of questions, and none of another shop", async () => {
    let found = 0;
    for (const question of questions) {
      // One after the other with the same words, so that what one kept is there when the next asks.
      for (const shop of shops) {
        const { owner, agentId, mark } = shop;
        const asked = { organizationId: owner.organizationId, agentId, question, limit: 8 };
        for (const passage of await server.app.retrieve(asked)) {
          const said = JSON.stringify(passage);
          expect(said, question).toContain(mark);
          expect(said, question).not.toMatch(foreignTo(shop));
          found += 1;
        }
      }
    }
    expect(found).toBeGreaterThan(questions.length * shops.length);
  });

  it("answer their visitors from them, with citations and receipts that name nothing of another shop", async () => {
    const visitors = new Map<Shop, Visitor>();
    for (const shop of shops) visitors.set(shop, await server.createVisitor(shop.owner, shop.agentId));
    const asked = questions.filter((_, index) => index % 8 === 0);
    let answered = 0;
    for (const content of asked) {
      server.clock.advance(4000);
      for (const [shop, visitor] of visitors) {
        const heard = await listen(say(server, visitor, { content }));
        const { owner, agentId: productId } = shop;
        const params = { productId, threadId: heard.threadId, messageId: heard.answer?.id ?? "" };
        const { data: receipt } = await server.as(owner).call(getReceipt, { params });
        expect(JSON.stringify([heard.events, receipt]), content).not.toMatch(foreignTo(shop));
        answered += +heard.text.includes(shop.mark);
      }
    }
    expect(answered).toBeGreaterThan(asked.length);
  });
});
