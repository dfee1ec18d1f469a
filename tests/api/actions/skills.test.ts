import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { getAgent, publishAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { cloneAgent, exportAgent, getImport } from "../../../shared/contract/agents/templates.ts";
import { restoreVersion } from "../../../shared/contract/agents/versions.ts";
import { decideAction, decideActionForTeam } from "../../../shared/contract/conversations/actions/actions.ts";
import {
  editMessage,
  listVisitorMessages,
  retryAnswer,
  stopAnswer,
} from "../../../shared/contract/conversations/conversations.ts";
import type { Message } from "../../../shared/contract/conversations/conversations.ts";
import { removeMessage } from "../../../shared/contract/conversations/threads/removals.ts";
import {
  getThread,
  getThreadFilters,
  listMessages,
  listThreads,
  updateThread,
} from "../../../shared/contract/conversations/threads/threads.ts";
import {
  createSkill,
  listSkillRuns,
  listSkills,
  removeSkill,
  testSkill,
  updateSkill,
} from "../../../shared/contract/skills/skills.ts";
import type { SkillDraft } from "../../../shared/contract/skills/skills.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { approvableForMs, confirmableForMs } from "../../../shared/domain/skills.ts";
import { contactForm, orderStatus, refund, shopKey, startShopApi } from "../../kit/actions/shopApi.ts";
import type { ShopApi } from "../../kit/actions/shopApi.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { callTools, holdReply, say as answerWith } from "../../kit/models/modelProvider.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";

describe.each(bothStores())("skills on $name", (store) => {
  let talk: TalkingServer;
  let shop: ShopApi;
  beforeAll(async () => {
    talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
  });
  beforeEach(async () => {
    shop = await startShopApi();
  });
  afterEach(() => shop.stop());

  const team = () => talk.server.as(talk.owner);

  /** An agent that has these skills, published. */
  async function createActing(skills: SkillDraft[], model: string = builtinModel): Promise<Agent> {
    const agent = await talk.createAgent(model);
    const params = { productId: agent.id };
    for (const skill of skills)
      await team().call(createSkill, { params, body: { data: { ...skill, secret: shopKey } } });
    return (await team().call(publishAgent, { params })).data;
  }

  async function ask(visitor: TestVisitor, content: string, threadId?: string) {
    return listen(say(talk.server, visitor, { content, ...(threadId && { threadId }) }));
  }

  const messagesOf = async (visitor: TestVisitor, threadId: string) => {
    const params = { productId: visitor.agentId, threadId };
    return (await talk.server.as(visitor).call(listVisitorMessages, { params })).items;
  };

  /** Waits until the answer that tells what came of an action is whole. */
  async function followUp(visitor: TestVisitor, threadId: string, after: number): Promise<Message> {
    return vi.waitFor(async () => {
      const found = (await messagesOf(visitor, threadId)).find(
        ({ role, position, status }) => role === "assistant" && position > after && status !== "streaming",
      );
      if (!found) throw new Error("There is no answer yet.");
      return found;
    });
  }

  function decide(
    visitor: TestVisitor,
    message: Message,
    data: { decision: "confirm" | "decline"; values?: object },
  ) {
    const params = {
      productId: visitor.agentId,
      threadId: message.threadId,
      actionId: message.actions?.[0]?.id ?? "",
    };
    return talk.server.as(visitor).send(decideAction, { params, body: { data } as never });
  }

  const makeVerified = (visitor: TestVisitor, externalId: string) =>
    talk.server.store.db
      .updateTable("contacts")
      .set({ verified: 1, externalId })
      .where("id", "=", visitor.contactId)
      .execute();

  describe("that only read", () => {
    it("answer by the verified visitor's own identity, whatever the visitor or the model writes (F4)", async () => {
      const agent = await createActing([orderStatus(shop.origin)]);
      const ada = await talk.openVisitor(agent);
      const unsigned = await ask(ada, "Where is my order A-17?");
      expect(unsigned.text).toContain("sign in");
      expect(shop.requests).toEqual([]);
      await makeVerified(ada, "ada");
      const own = await ask(ada, "Where is my order A-17?");
      expect(own.text).toBe("Your order A-17 is **shipped**.");
      const foreign = await ask(ada, "Where is my order B-42?");
      expect(foreign.text).toBe("That did not work. Please check the details or try again later.");
      expect(shop.requests.map(({ url }) => url)).toEqual([
        "/orders/A-17?customer=ada",
        "/orders/B-42?customer=ada",
      ]);
      const { items } = await team().call(listSkills, { params: { productId: agent.id }, query: {} });
      expect(items[0]).toMatchObject({ uses: 2, failures: 1, secretEnding: "1234", hasSecret: true });
      expect(JSON.stringify(items)).not.toContain(shopKey);
      const runs = await vi.waitFor(async () => {
        const params = { productId: agent.id, skillId: items[0]?.id ?? "" };
        const listed = await team().call(listSkillRuns, { params, query: {} });
        expect(listed.items).toHaveLength(2);
        return listed.items;
      });
      expect(runs[0]).toMatchObject({ state: "failed", error: "The service answered with 404." });
      expect(JSON.stringify(runs)).not.toContain(shopKey);
    });

    it("give a language model what was picked of the response and nothing else, and hide bound inputs from it", async () => {
      const agent = await createActing([orderStatus(shop.origin)], "gpt-4o");
      const provider = await talk.useProvider();
      provider.script(
        callTools("chat", [{ name: "order_status", input: '{"order":"A-17","customer":"bob"}' }]),
        answerWith("chat", ["It is on its way."]),
      );
      const ada = await talk.openVisitor(agent);
      await makeVerified(ada, "ada");
      const heard = await ask(ada, "Where is my parcel?");
      expect(heard.text).toBe("It is on its way.");
      expect(shop.requests.map(({ url }) => url)).toEqual(["/orders/A-17?customer=ada"]);
      const [first, second] = provider.requests.map(({ body }) => JSON.stringify(body));
      expect(first).toContain("order_status");
      expect(first).not.toContain('"customer"');
      expect(second).toContain("shipped");
      expect(second).not.toContain("margin");
    });
  });

  describe("that change something", () => {
    it("wait for the visitor's click, are done once, and tell the real result", async () => {
      const agent = await createActing([refund(shop.origin, "write")]);
      const visitor = await talk.openVisitor(agent);
      const { end, threadId } = await ask(visitor, "I want a refund for order A-17");
      expect(end?.actions).toMatchObject([
        {
          title: "Refund an order",
          by: "visitor",
          state: "waiting",
          values: [{ label: "Order number", value: "A-17" }],
        },
      ]);
      expect(shop.requests).toEqual([]);
      const stranger = await talk.openVisitor(agent);
      expect((await decide(stranger, end as Message, { decision: "confirm" })).status).toBe(404);
      const answers = await Promise.all(
        [1, 2, 3].map(() => decide(visitor, end as Message, { decision: "confirm" })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const told = await followUp(visitor, threadId, end?.position ?? 0);
      expect(told.content).toBe("Order A-17 is refunded: 20 €.");
      expect(shop.requests).toHaveLength(1);
      expect(shop.requests[0]).toMatchObject({
        method: "POST",
        body: '{"order": "A-17", "reason": "asked in the chat"}',
      });
      // Asked for again, it is not done again.
      const again = await ask(visitor, "I want a refund for order A-17", threadId);
      expect(again.text).toBe("This is already done.");
      expect(shop.refunds()).toBe(1);
    });

    it("are not done where the visitor declines, where a person answers, or where the time is over", async () => {
      const agent = await createActing([refund(shop.origin, "write")]);
      const params = { productId: agent.id };
      const declining = await talk.openVisitor(agent);
      const declined = (await ask(declining, "Please refund my order A-17")).end as Message;
      expect((await decide(declining, declined, { decision: "decline" })).status).toBe(200);
      expect((await decide(declining, declined, { decision: "confirm" })).status).toBe(409);

      const taken = await talk.openVisitor(agent);
      const proposed = (await ask(taken, "Please refund my order A-17")).end as Message;
      const { data } = await team().call(getThread, { params: { ...params, threadId: proposed.threadId } });
      await team().call(updateThread, {
        params: { ...params, threadId: data.id },
        body: { data: { handledBy: "human" } as never },
      });
      const refused = await decide(taken, proposed, { decision: "confirm" });
      expect([refused.status, await refused.text()]).toEqual([
        409,
        expect.stringContaining("A person answers here now"),
      ]);
      expect(
        (await messagesOf(taken, proposed.threadId)).flatMap(({ actions = [] }) => actions),
      ).toMatchObject([{ state: "withdrawn" }]);

      const late = await talk.openVisitor(agent);
      const waiting = (await ask(late, "Please refund my order A-17")).end as Message;
      talk.server.clock.advance(confirmableForMs + 60_000);
      expect((await decide(late, waiting, { decision: "confirm" })).status).toBe(409);
      expect(shop.requests).toEqual([]);
    });

    it("ask for what is missing first, and refuse what is not good without losing it", async () => {
      const agent = await createActing([refund(shop.origin, "write")]);
      const visitor = await talk.openVisitor(agent);
      const { end, threadId } = await ask(visitor, "Please refund my order");
      expect(end?.actions).toMatchObject([{ fields: [{ id: "order", label: "Order number" }], values: [] }]);
      const empty = await decide(visitor, end as Message, { decision: "confirm", values: { order: " " } });
      expect([empty.status, await empty.text()]).toEqual([400, expect.stringContaining("Field is required")]);
      const filled = await decide(visitor, end as Message, {
        decision: "confirm",
        values: { order: "A-17" },
      });
      expect(filled.status).toBe(200);
      expect((await followUp(visitor, threadId, end?.position ?? 0)).content).toContain("A-17 is refunded");
    });

    it("tell the language model what really came of it, not that it was allowed", async () => {
      const agent = await createActing([refund(shop.origin, "write")], "gpt-4o");
      const provider = await talk.useProvider();
      provider.script(
        callTools("chat", [{ name: "refund_order", input: '{"order":"A-17"}' }]),
        answerWith("chat", ["Shall I refund A-17? Please confirm below."]),
        answerWith("chat", ["I could not refund it."]),
      );
      const visitor = await talk.openVisitor(agent);
      const { end, threadId } = await ask(visitor, "Give me my money back for A-17");
      shop.fail(500, '{"error":"closed"}');
      await decide(visitor, end as Message, { decision: "confirm" });
      expect((await followUp(visitor, threadId, end?.position ?? 0)).content).toBe("I could not refund it.");
      const last = JSON.stringify(provider.requests.at(-1)?.body);
      expect(last).toContain("failed");
      expect(last).toContain("closed");
      const shown = (await messagesOf(visitor, threadId)).flatMap(({ actions = [] }) => actions);
      expect(shown).toMatchObject([{ state: "failed", note: null }]);
    });
  });

  it("say something of a response that has nothing in it", async () => {
    const empty = orderStatus(shop.origin);
    const listing: SkillDraft = {
      ...empty,
      answer: "",
      verifiedOnly: false,
      inputs: empty.inputs.slice(0, 1),
    };
    const agent = await createActing([listing]);
    shop.fail(200, '{"order":[]}');
    const asking = await talk.openVisitor(agent);
    expect((await ask(asking, "Where is my order A-17?")).text).toBe("–");
  });

  it("propose nothing again where what they did is deleted from the log before it is told", async () => {
    const acting = await createActing([refund(shop.origin, "write")], "gpt-4o");
    const provider = await talk.useProvider();
    const held = holdReply();
    provider.script(
      callTools("chat", [{ name: "refund_order", input: '{"order":"A-17"}' }]),
      answerWith("chat", ["Please confirm below."]),
      held.reply,
    );
    const visitor = await talk.openVisitor(acting);
    const { end, threadId } = await ask(visitor, "Give me my money back for A-17");
    await decide(visitor, end as Message, { decision: "confirm" });
    await held.asked;
    const params = { productId: acting.id, threadId };
    const told = (await messagesOf(visitor, threadId)).at(-1);
    await talk.server.as(visitor).call(stopAnswer, { params: { ...params, messageId: told?.id ?? "" } });
    await team().call(removeMessage, { params: { ...params, messageId: end?.id ?? "" } });
    const { length } = provider.requests;
    const at = { ...params, messageId: told?.id ?? "" };
    const again = await listen(talk.server.as(visitor).stream(retryAnswer, { params: at }));
    expect(again.end).toMatchObject({ status: "stopped" });
    expect(provider.requests).toHaveLength(length);
  });

  it("that need approval are approved by a member, after a day, once", async () => {
    const agent = await createActing([refund(shop.origin, "approval")]);
    const visitor = await talk.openVisitor(agent);
    const { end, threadId } = await ask(visitor, "I want a refund for order A-17");
    expect(end?.actions).toMatchObject([{ by: "team", state: "waiting" }]);
    expect((await decide(visitor, end as Message, { decision: "confirm" })).status).toBe(409);
    talk.server.clock.advance(approvableForMs - confirmableForMs);
    const params = { productId: agent.id, threadId, actionId: end?.actions?.[0]?.id ?? "" };
    const approve = () =>
      team().send(decideActionForTeam, { params, body: { data: { decision: "confirm" } } });
    const [one, other] = await Promise.all([approve(), approve()]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect((await followUp(visitor, threadId, end?.position ?? 0)).content).toBe(
      "Order A-17 is refunded: 20 €.",
    );
    expect(shop.requests).toHaveLength(1);
    const { items } = await team().call(listSkills, { params, query: {} });
    const runs = await team().call(listSkillRuns, {
      params: { ...params, skillId: items[0]?.id ?? "" },
      query: {},
    });
    expect(runs.items).toMatchObject([{ state: "done", decidedBy: "Test Person", risk: "approval" }]);
  });

  it("that need approval fill a queue of the inbox until they are decided, and tell only the team", async () => {
    const agent = await createActing([refund(shop.origin, "approval")]);
    const visitor = await talk.openVisitor(agent);
    const { end, threadId } = await ask(visitor, "I want a refund for order A-17");
    const params = { productId: agent.id };
    const waiting = async () => {
      const { items } = await team().call(listThreads, { params, query: { queue: "approvals" } });
      const { data } = await team().call(getThreadFilters, { params });
      return { ids: items.map(({ id }) => id), counted: data.queues.approvals };
    };
    const at = { ...params, threadId };
    const seen = await team().call(listMessages, { params: at, query: {} });
    expect(seen.items.at(-1)).toMatchObject({
      ...{
        kind: "event",
        content: "approvalRequested",
        audience: "team",
        about: { name: "Refund an order" },
      },
    });
    expect((await messagesOf(visitor, threadId)).map(({ kind }) => kind)).not.toContain("event");
    expect(await waiting()).toEqual({ ids: [threadId], counted: 1 });
    expect((await team().call(getThread, { params: at })).data).toMatchObject({ approvals: 1, unread: 2 });
    await team().call(decideActionForTeam, {
      params: { ...at, actionId: end?.actions?.[0]?.id ?? "" },
      body: { data: { decision: "decline" } },
    });
    expect(await waiting()).toEqual({ ids: [], counted: 0 });

    const again = await ask(visitor, "I want a refund for order B-42", threadId);
    expect(await waiting()).toEqual({ ids: [threadId], counted: 1 });
    const body = { data: { content: "What can you do?" } };
    await listen(
      talk.server
        .as(visitor)
        .stream(editMessage, { params: { ...at, messageId: again.end?.inReplyTo ?? "" }, body }),
    );
    expect(await waiting()).toEqual({ ids: [], counted: 0 });
  });

  it("never send again what a process that died has perhaps sent, and hand it to the team", async () => {
    const agent = await createActing([refund(shop.origin, "write")]);
    const visitor = await talk.openVisitor(agent);
    const { end, threadId } = await ask(visitor, "I want a refund for order A-17");
    const { db } = talk.server.store;
    // As a process leaves it that dies between sending and hearing.
    await db.updateTable("skillRuns").set({ sentAt: 1 }).where("threadId", "=", threadId).execute();
    await decide(visitor, end as Message, { decision: "confirm" });
    await vi.waitFor(async () => {
      const cards = (await messagesOf(visitor, threadId)).flatMap(({ actions = [] }) => actions);
      expect(cards).toMatchObject([{ state: "unknown" }]);
    });
    expect(shop.requests).toEqual([]);
    const { data } = await team().call(getThread, { params: { productId: agent.id, threadId } });
    expect(data.handledBy).toBe("human");
  });

  it("that run once a conversation do not run again there, although they change nothing", async () => {
    const agent = await createActing([{ ...contactForm(), oncePerConversation: true }]);
    const visitor = await talk.openVisitor(agent);
    const { end, threadId } = await ask(visitor, "Please call me back");
    const values = { name: "Ada", email: "ada@example.com" };
    await decide(visitor, end as Message, { decision: "confirm", values });
    await followUp(visitor, threadId, end?.position ?? 0);
    const again = await ask(visitor, "Please call me back", threadId);
    expect(again.text).toBe("This is already done.");
    expect(again.end?.actions ?? []).toEqual([]);
  });

  it("ask by a form without any key, and keep its values with the visitor's contact", async () => {
    const agent = await createActing([contactForm()]);
    const visitor = await talk.openVisitor(agent);
    const { end, threadId } = await ask(visitor, "Please call me back");
    const values = { name: "Ada", email: "ada@example.com" };
    const wrong = await decide(visitor, end as Message, {
      decision: "confirm",
      values: { ...values, email: "ada" },
    });
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining("Invalid data")]);
    expect((await decide(visitor, end as Message, { decision: "confirm", values })).status).toBe(200);
    const told = await followUp(visitor, threadId, end?.position ?? 0);
    expect(told.content).toBe("Thank you, Ada. We write to ada@example.com.");
    const { data } = await team().call(getThread, { params: { productId: agent.id, threadId } });
    expect(data.contact).toMatchObject(values);
  });

  it("belong to the draft until it is published, and to each version from then on", async () => {
    const agent = await createActing([]);
    const params = { productId: agent.id };
    const { data } = await team().call(createSkill, { params, body: { data: refund(shop.origin, "write") } });
    const visitor = await talk.openVisitor(agent);
    expect((await ask(visitor, "I want a refund for order A-17")).end?.actions).toBeUndefined();
    await team().call(publishAgent, { params });
    expect((await ask(visitor, "I want a refund for order A-17")).end?.actions).toHaveLength(1);
    await team().call(removeSkill, { params: { ...params, skillId: data.id }, query: { confirmed: "true" } });
    const other = await talk.openVisitor(agent);
    expect((await ask(other, "I want a refund for order A-17")).end?.actions).toHaveLength(1);
    await team().call(publishAgent, { params });
    expect((await ask(other, "I want a refund for order B-42")).end?.actions).toBeUndefined();
  });

  it("travel with a copy and its secret, with a file without it, and with a version that is restored", async () => {
    const agent = await createActing([orderStatus(shop.origin)]);
    const params = { productId: agent.id };
    const { data: copy } = await team().call(cloneAgent, { params, body: { data: {} } });
    const copied = await team().call(listSkills, { params: { productId: copy.id }, query: {} });
    expect(copied.items).toMatchObject([{ name: "order_status", hasSecret: true, secretEnding: "1234" }]);

    const file = await team().call(exportAgent, { params: { productAppId: agent.id }, query: {} });
    expect(file.skills?.skills).toMatchObject([{ name: "order_status" }]);
    expect(JSON.stringify(file)).not.toContain(shopKey);
    const summary = await team().call(getImport, { params: { exportId: file.id } });
    expect(summary.data.missing).toContainEqual(
      expect.objectContaining({ kind: "secret", name: "Order status" }),
    );

    const [skill] = (await team().call(listSkills, { params, query: {} })).items;
    const at = { ...params, skillId: skill?.id ?? "" };
    await team().call(removeSkill, { params: at, query: { confirmed: "true" } });
    const { data: draft } = await team().call(getAgent, { params });
    await team().call(restoreVersion, {
      params: { ...params, version: String(agent.publishedVersion) },
      body: { data: { revision: draft.revision, withKnowledge: false } },
    });
    const restored = await team().call(listSkills, { params, query: {} });
    expect(restored.items).toMatchObject([{ id: skill?.id, hasSecret: true }]);
  });

  it("are saved by one person at a time, under a name of their own, to an address that may be asked", async () => {
    const agent = await createActing([refund(shop.origin, "write")]);
    const params = { productId: agent.id };
    const [saved] = (await team().call(listSkills, { params, query: {} })).items;
    if (!saved) throw new Error("The skill was just added.");
    const { hasSecret: _h, secretEnding: _s, uses: _u, failures: _f, lastUsedAt: _l, ...others } = saved;
    const { recordedAt: _r, searchKeyEndings: _k, ...body } = others;
    const save = (changes: object) =>
      team().send(updateSkill, { params, body: { data: { ...body, ...changes } as never } });
    expect((await save({ title: "Pay back" })).status).toBe(200);
    expect((await save({ title: "Late" })).status).toBe(409);
    const add = (draft: SkillDraft) => team().send(createSkill, { params, body: { data: draft } });
    const draft = refund(shop.origin, "write");
    expect((await add(draft)).status).toBe(409);
    const inside = { ...draft, name: "inside", config: { ...draft.config, url: "http://169.254.169.254/x" } };
    expect((await add(inside as SkillDraft)).status).toBe(400);
    const hosts = { ...draft, name: "host", config: { ...draft.config, url: "https://{{order}}.example/x" } };
    expect((await add(hosts as SkillDraft)).status).toBe(400);
    const split = {
      ...draft,
      name: "split",
      config: { ...draft.config, headers: [{ name: "X-A", value: "a\r\nB: c" }] },
    };
    expect((await add(split as SkillDraft)).status).toBe(400);
  });

  it("are tried as they are edited: the request without its secret, a mocked response, and the real thing", async () => {
    const agent = await createActing([]);
    const params = { productId: agent.id };
    const attempt = async (
      skill: SkillDraft,
      inputs: Record<string, string>,
      mode: "dry" | "mock" | "real",
      mock = "",
    ) =>
      (
        await team().call(testSkill, {
          params,
          body: { data: { skill, inputs, mode, mock, secret: shopKey } },
        })
      ).data;
    const skill = orderStatus(shop.origin);
    const inputs = { order: "A-17/../../admin?x=1", customer: "ada" };
    const dry = await attempt(skill, inputs, "dry");
    expect(dry.request).toMatchObject({
      url: `${shop.origin}/orders/A-17%2F..%2F..%2Fadmin%3Fx%3D1?customer=ada`,
      headers: { authorization: "Bearer ••••••" },
    });
    expect((await attempt(skill, { ...inputs, order: ".." }, "dry")).error).toContain(
      "can't stand in an address",
    );
    expect(shop.requests).toEqual([]);
    const mocked = await attempt(skill, inputs, "mock", '{"order":{"id":"Z","status":"lost"}}');
    expect(mocked).toMatchObject({
      picked: '{"id":"Z","status":"lost"}',
      answer: "Your order Z is **lost**.",
    });
    const real = await attempt(skill, { order: "A-17", customer: "ada" }, "real");
    expect(real).toMatchObject({
      response: { status: 200 },
      answer: "Your order A-17 is **shipped**.",
      error: null,
    });
    expect(JSON.stringify(real)).not.toContain(shopKey);
    shop.fail(200, `{"order":{"id":"${shopKey}"}}`);
    const echoed = await attempt(skill, { order: "A-17", customer: "ada" }, "real");
    expect(JSON.stringify(echoed)).not.toContain(shopKey);
  });

  it("replay in a test what the service really answered, without a request", async () => {
    const agent = await createActing([orderStatus(shop.origin)]);
    const params = { productId: agent.id };
    const saved = async () => (await team().call(listSkills, { params, query: {} })).items[0];
    const { id: skillId = "", recordedAt } = (await saved()) ?? {};
    expect(recordedAt).toBeNull();
    const inputs = { order: "A-17", customer: "ada" };
    const attempt = async (mode: "real" | "recorded", changes: object = {}) => {
      const skill = { ...orderStatus(shop.origin), ...changes };
      return (await team().call(testSkill, { params, body: { data: { skillId, skill, inputs, mode } } }))
        .data;
    };
    expect((await attempt("recorded")).error).toBe("No response is kept yet. Send a request first.");
    await attempt("real");
    expect(shop.requests).toHaveLength(1);
    expect((await saved())?.recordedAt).toBeGreaterThan(0);
    const replayed = await attempt("recorded", { answer: "It is {{status}} now." });
    expect(replayed).toMatchObject({
      answer: "It is shipped now.",
      request: null,
      response: { status: 200 },
    });
    expect(shop.requests).toHaveLength(1);
  });
});
