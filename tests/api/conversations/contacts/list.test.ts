import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { sayConsent } from "../../../../shared/contract/conversations/contacts/consent.ts";
import {
  blockContact,
  listContacts,
  mergeContact,
  undoMerge,
} from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { createIdentitySecret, identifyVisitor } from "../../../../shared/contract/surfaces/surfaces.ts";
import type { TestInput } from "../../../kit/client.ts";
import { signUserId } from "../../../kit/surfaces/identities.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

type Asked = NonNullable<TestInput<typeof listContacts>["query"]>;

const dayMs = 24 * 60 * 60 * 1000;

describe.each(bothStores())("the list of contacts on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
  });

  const owner = () => talk.server.as(talk.owner);
  const params = () => ({ productId: agent.id });
  const list = (query: Asked) => owner().call(listContacts, { params: params(), query });
  const names = async (query: Asked) => (await list(query)).items.map(({ name }) => name);

  async function meet(name: string, more: { email?: string } = {}): Promise<TestVisitor> {
    talk.server.clock.advance(1000);
    const visitor = await talk.openVisitor(agent);
    const body = { data: { name, ...more } };
    await talk.server.as(visitor).call(identifyVisitor, { params: params(), body });
    return visitor;
  }

  const consent = (visitor: TestVisitor, value: "granted" | "denied") =>
    talk.server.as(visitor).call(sayConsent, {
      ...{ params: params(), body: { data: { value, text: null, agoMs: 0 } } },
    });

  /** Everybody, page by page; `between` happens after the first page. */
  async function walk(query: Asked, between: () => Promise<unknown>): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | null | undefined = "";
    for (let page = 0; typeof cursor === "string" && page < 20; page += 1) {
      const answer: Awaited<ReturnType<typeof list>> = await list({ ...query, limit: 2, cursor });
      if (answer.items.length === 0) break;
      found.push(...answer.items.map(({ name }) => name));
      cursor = answer.next;
      if (page === 0) await between();
    }
    return found;
  }

  describe("with a cursor", () => {
    const visitors: TestVisitor[] = [];
    beforeAll(async () => {
      agent = await talk.createAgent();
      for (const name of ["A", "B", "C", "D", "E"]) visitors.push(await meet(name));
    });

    it("continues where it was, no matter which contacts arrive meanwhile", async () => {
      expect(await walk({}, () => meet("F"))).toEqual(["E", "D", "C", "B", "A"]);
      expect((await list({ limit: 2, cursor: "" })).page).toEqual({ page: 1, limit: 2, total: 6 });
    });

    it("skips and repeats nobody while a contact comes back, and keeps the order of arrival", async () => {
      const back = async () => {
        talk.server.clock.advance(1000);
        (await talk.useProvider()).script(answerWith("chat", ["Hi."]));
        await listen(say(talk.server, visitors[0] as TestVisitor, { content: "Me again" }));
      };
      expect(await walk({ sort: "newest" }, back)).toEqual(["F", "E", "D", "C", "B", "A"]);
      expect(await names({ limit: 1 })).toEqual(["A"]);
      expect(await walk({ sort: "oldest" }, () => meet("G"))).toEqual(["A", "B", "C", "D", "E", "F", "G"]);
    });

    it("returns the last cursor for contacts that arrive later", async () => {
      const { next } = await list({ sort: "oldest", cursor: "", limit: 50 });
      expect((await list({ sort: "oldest", cursor: next ?? "" })).items).toEqual([]);
      await meet("H");
      const since = await list({ sort: "oldest", cursor: next ?? "" });
      expect(since.items.map(({ name }) => name)).toEqual(["H"]);
    });

    it("separates two contacts that were there at the same moment", async () => {
      await talk.server.store.db
        .updateTable("contacts")
        .set({ lastSeenAt: 5 })
        .where("agentId", "=", agent.id)
        .execute();
      expect(await walk({}, async () => {})).toEqual(["H", "G", "F", "E", "D", "C", "B", "A"]);
    });

    it("refuses an invalid cursor", async () => {
      const fields = [{ path: "query.cursor" }];
      await expect(list({ cursor: "5_'; drop" })).rejects.toMatchObject({
        ...{ status: 400, body: { error: { fields } } },
      });
    });
  });

  describe("with a filter", () => {
    let signed: TestVisitor;
    let left: TestVisitor;
    let nobody: TestVisitor;
    beforeAll(async () => {
      agent = await talk.createAgent();
      nobody = await meet("Nobody");
      left = await meet("Left", { email: "left@example.com" });
      signed = await meet("Signed");
      const { secret } = (await owner().call(createIdentitySecret, { params: params() })).data;
      const data = { userId: "u1", hash: signUserId("u1", secret), name: "Signed" };
      await talk.server.as(signed).call(identifyVisitor, { params: params(), body: { data } });
    });

    it("selects verified contacts, those with an address, and anonymous ones", async () => {
      expect(await names({ identity: "verified" })).toEqual(["Signed"]);
      expect(await names({ identity: "address" })).toEqual(["Left"]);
      expect(await names({ identity: "anonymous" })).toEqual(["Nobody"]);
      const both = await list({ identity: "address", search: "nobody" });
      expect([both.items, both.page.total]).toEqual([[], 0]);
    });

    it("selects contacts who agreed, who refused, and who were not asked, by their last decision", async () => {
      await consent(left, "granted");
      await consent(signed, "granted");
      await consent(signed, "denied");
      expect(await names({ consent: "granted" })).toEqual(["Left"]);
      expect(await names({ consent: "denied" })).toEqual(["Signed"]);
      expect(await names({ consent: "none" })).toEqual(["Nobody"]);
    });

    it("goes by the last decision of either contact after a merge, and by each one's own after an unmerge", async () => {
      const at = { params: { ...params(), contactId: nobody.contactId } };
      const body = { data: { contactId: left.contactId } };
      const { data } = await owner().call(mergeContact, { ...at, body });
      expect(await names({ consent: "granted" })).toEqual(["Nobody"]);
      expect(await names({ consent: "none" })).toEqual([]);
      const mergeId = data.merges[0]?.id ?? "";
      await owner().call(undoMerge, { params: { ...at.params, mergeId } });
      expect(await names({ consent: "none" })).toEqual(["Nobody"]);
      expect(await names({ consent: "granted" })).toEqual(["Left"]);
    });

    it("selects blocked contacts, together with other filters", async () => {
      await owner().call(blockContact, { params: { ...params(), contactId: left.contactId } });
      expect(await names({ blocked: "true" })).toEqual(["Left"]);
      expect(await names({ blocked: "true", identity: "verified" })).toEqual([]);
      expect(await names({ blocked: "false", identity: "anonymous" })).toEqual(["Nobody"]);
    });

    it("selects contacts whose conversations changed since a time", async () => {
      (await talk.useProvider()).script(answerWith("chat", ["Hi."]));
      await listen(say(talk.server, nobody, { content: "Long ago" }));
      talk.server.clock.advance(3 * dayMs);
      const since = talk.server.clock.now() - dayMs;
      expect(await names({ since })).toEqual([]);
      await listen(say(talk.server, signed, { content: "Now" }));
      expect(await names({ since })).toEqual(["Signed"]);
      expect(await names({ since: since - 3 * dayMs })).toEqual(["Signed", "Nobody"]);
    });

    it.each([{ identity: "known" }, { consent: "maybe" }, { since: "yesterday" }, { sort: "name" }])(
      "refuses %j",
      async (query) => {
        const refused = list(query as unknown as Asked);
        await expect(refused).rejects.toMatchObject({
          status: 400,
          body: { error: { code: "invalid_input" } },
        });
      },
    );
  });
});
