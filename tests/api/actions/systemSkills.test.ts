import { beforeAll, describe, expect, it, vi } from "vitest";
import { publishAgent, removeAgent } from "../../../shared/contract/agents/agents.ts";
import { decideAction } from "../../../shared/contract/conversations/actions/actions.ts";
import { leavePerson, listVisitorMessages } from "../../../shared/contract/conversations/conversations.ts";
import { listAssignees } from "../../../shared/contract/conversations/inbox/assignees.ts";
import { exportLeads } from "../../../shared/contract/conversations/exports/leadExports.ts";
import { getThread, listMessages } from "../../../shared/contract/conversations/threads/threads.ts";
import { createSkill, removeSkill, testSkill, updateSkill } from "../../../shared/contract/skills/skills.ts";
import type { SearchConfig, SkillDraft } from "../../../shared/contract/skills/skills.ts";
import {
  getSystemSkill,
  listSkillMappings,
  listSystemSkills,
} from "../../../shared/contract/skills/systemSkills.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { startWebServer } from "../../kit/network/webServer.ts";
import { startSearchServer } from "../../kit/actions/searchServer.ts";
import { orderStatus } from "../../kit/actions/shopApi.ts";
import { stores } from "../../kit/database/stores.ts";
import type { Member } from "../../kit/factories.ts";
import { callTools, say as answerWith } from "../../kit/models/modelProvider.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";

describe.each(stores())("system skills on $name", (store) => {
  let talk: TalkingServer;
  beforeAll(async () => {
    talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
  });

  const team = () => talk.server.as(talk.owner);
  const read = async (systemSkillId: string): Promise<SkillDraft> =>
    (await team().call(getSystemSkill, { params: { systemSkillId } })).data.draft;
  const add = (productId: string, draft: SkillDraft) =>
    team().call(createSkill, { params: { productId }, body: { data: draft } });

  it("are listed with what they need, and each is found by its ID", async () => {
    const { items, page } = await team().call(listSystemSkills, { query: {} });
    expect(items.map(({ id }) => id)).toEqual([
      ...["contact_details", "callback", "booking_slots", "booking"],
      ...["web_search", "order_status", "ticket", "hand_over"],
      ...["email_team", "email_visitor", "end_conversation"],
    ]);
    expect(page.total).toBe(items.length);
    for (const item of items) {
      expect(item.draft).toMatchObject({ name: item.id, systemSkillId: item.id });
      expect((await team().call(getSystemSkill, { params: { systemSkillId: item.id } })).data).toEqual(item);
    }
    const missing = team().call(getSystemSkill, { params: { systemSkillId: "mappings_of_nobody" } });
    await expect(missing).rejects.toMatchObject({ status: 404 });
  });

  it("are refused until everything that only the owner knows is filled in", async () => {
    const agent = await talk.createAgent(builtinModel);
    const params = { productId: agent.id };
    const { items } = await team().call(listSystemSkills, { query: {} });
    const refused: Record<string, string[]> = {};
    for (const { id, draft } of items) {
      if (!/YOUR_|example\.com/.test(JSON.stringify(draft.config))) continue;
      const answer = await team().send(createSkill, { params, body: { data: draft } });
      const { error } = (await answer.json()) as { error: { fields: { path: string; message: string }[] } };
      refused[id] = error.fields.map(({ path, message }) => `${path}: ${message}`);
    }
    expect(refused).toEqual({
      booking_slots: ["body.data.config.query.0.value: Replace YOUR_EVENT_TYPE_ID with your own."],
      booking: ["body.data.config.body: Replace YOUR_EVENT_TYPE_ID with your own."],
      web_search: ["body.data.config.engines.0.url: Enter your own address."],
      order_status: ["body.data.config.url: Enter your own address."],
      ticket: [
        "body.data.config.url: Replace YOUR_SUBDOMAIN with your own.",
        "body.data.config.auth.username: Replace YOUR_EMAIL with your own.",
      ],
      email_team: ["body.data.config.to.address: Enter your own address."],
    });
    const inputs = { query: "tea" };
    const attempt = { skill: await read("web_search"), inputs, mode: "real" } as const;
    expect((await team().send(testSkill, { params, body: { data: attempt } })).status).toBe(400);
  });

  it.each([
    [
      "booking",
      {
        date: "2026-12-01",
        time: "09:30",
        name: 'Ada "A"',
        email: "ada@example.com",
        time_zone: "Europe/Rome",
      },
      {
        method: "POST",
        url: "https://api.cal.com/v2/bookings",
        headers: { "cal-api-version": "2026-02-25", authorization: "Bearer ••••••" },
      },
      {
        eventTypeId: 7,
        start: "2026-12-01T09:30:00Z",
        attendee: { name: 'Ada "A"', email: "ada@example.com", timeZone: "Europe/Rome" },
      },
    ],
    [
      "booking_slots",
      { from: "2026-12-01", to: "2026-12-02" },
      {
        method: "GET",
        url: "https://api.cal.com/v2/slots?eventTypeId=7&start=2026-12-01&end=2026-12-02",
        headers: { "cal-api-version": "2024-09-04" },
      },
      null,
    ],
    [
      "ticket",
      { subject: "No sound", message: "It is\nquiet.", name: "Ada", email: "ada@example.com" },
      {
        method: "POST",
        url: "https://7.zendesk.com/api/v2/tickets.json",
        headers: { authorization: "Basic ••••••" },
      },
      {
        ticket: {
          subject: "No sound",
          comment: { body: "It is\nquiet." },
          requester: { name: "Ada", email: "ada@example.com" },
        },
      },
    ],
  ])("write the request that the service documents: %s", async (id, inputs, request, body) => {
    const agent = await talk.createAgent(builtinModel);
    const text = JSON.stringify(await read(id)).replace(/YOUR_[A-Z_]*[A-Z]/g, "7");
    const skill = JSON.parse(text) as SkillDraft;
    const { data } = await team().call(testSkill, {
      params: { productId: agent.id },
      body: { data: { skill, inputs, mode: "dry", secret: "key-1" } },
    });
    expect(data.request).toMatchObject(request);
    expect(JSON.parse(data.request?.body ?? "null")).toEqual(body);
  });

  it("are mapped to the agents of one organization that have them", async () => {
    const mappings = async (member: Member) =>
      (await talk.server.as(member).call(listSkillMappings, { query: {} })).items;
    const owner = await talk.server.createOwner();
    const [one, other] = [await talk.server.createAgent(owner), await talk.server.createAgent(owner)];
    const client = talk.server.as(owner);
    const [form, callback] = [await read("contact_details"), await read("callback")];
    const give = async (productId: string, draft: SkillDraft) =>
      (await client.call(createSkill, { params: { productId }, body: { data: draft } })).data;
    const mine = await give(one.id, form);
    const theirs = await give(other.id, { ...callback, enabled: false });
    const { systemSkillId: _, ...plain } = { ...form, description: '"systemSkillId":"callback"' };
    await give(other.id, plain);
    // A change that says nothing of it keeps where the skill comes from.
    const { hasSecret: _h, secretEnding: _s, uses: _u, failures: _f, lastUsedAt: _l, ...shown } = mine;
    const { recordedAt: _r, searchKeyEndings: _k, ...saved } = shown;
    const { systemSkillId: _i, ...changed } = { ...saved, title: "Write to us" };
    await client.call(updateSkill, { params: { productId: one.id }, body: { data: changed } });
    const expected = [
      { agentId: one.id, skillId: mine.id, systemSkillId: "contact_details", enabled: true },
      { agentId: other.id, skillId: theirs.id, systemSkillId: "callback", enabled: false },
    ].toSorted((a, b) => (a.agentId < b.agentId ? -1 : 1));
    expect(await mappings(owner)).toEqual(expected);
    expect(await mappings(await talk.server.createOwner())).toEqual([]);
    const removal = {
      params: { productId: one.id, skillId: mine.id },
      query: { confirmed: "true" },
    } as const;
    await client.call(removeSkill, removal);
    await client.call(removeAgent, { params: { productId: other.id }, query: { confirmed: "true" } });
    expect(await mappings(owner)).toEqual([]);
  });

  /** A visitor asks for a form, fills it in and reads the thanks. */
  async function sendForm(visitor: TestVisitor, content: string, values: Record<string, string>) {
    const { end, threadId } = await listen(say(talk.server, visitor, { content }));
    const place = { productId: visitor.agentId, threadId, actionId: end?.actions?.[0]?.id ?? "" };
    const data = { decision: "confirm", values } as const;
    await talk.server.as(visitor).call(decideAction, { params: place, body: { data } });
    await vi.waitFor(async () => {
      const { items } = await talk.server.as(visitor).call(listVisitorMessages, { params: place });
      expect(items.at(-1)?.content).toMatch(/^Thank you, .* We will write to .*@/);
    });
    return place;
  }

  it.each([builtinModel, "gpt-4o"])(
    "end the conversation with a goodbye by %s, until the visitor writes again",
    async (model) => {
      const agent = await talk.createAgent(model);
      await add(agent.id, await read("end_conversation"));
      await team().call(publishAgent, { params: { productId: agent.id } });
      if (model !== builtinModel) {
        const provider = await talk.useProvider();
        const call = callTools("chat", [{ name: "end_conversation", input: "{}" }]);
        provider.script(call, answerWith("chat", ["Goodbye, Ada."]), answerWith("chat", ["Yes?"]));
      }
      const visitor = await talk.openVisitor(agent);
      const heard = await listen(say(talk.server, visitor, { content: "That's all, thank you" }));
      expect(heard.text).toMatch(/Goodbye, Ada|You're welcome/);
      const params = { productId: agent.id, threadId: heard.threadId };
      const status = async () => (await team().call(getThread, { params })).data.status;
      expect(await status()).toBe("resolved");
      const { items } = await talk.server.as(visitor).call(listVisitorMessages, { params });
      expect(items.at(-1)).toMatchObject({
        kind: "event",
        content: "resolved",
        author: { name: agent.name },
      });
      await listen(say(talk.server, visitor, { content: "One more thing", threadId: heard.threadId }));
      expect(await status()).toBe("open");
    },
  );

  it("ask a visitor for contact details without any key", async () => {
    const agent = await talk.createAgent(builtinModel);
    const params = { productId: agent.id };
    await add(agent.id, await read("contact_details"));
    const visitor = await talk.openVisitor((await team().call(publishAgent, { params })).data);
    const values = { name: "Ada", email: "ada@example.com", phone: "+49 30 123456", message: "For ten." };
    const place = await sendForm(visitor, "I want an offer", values);
    const { data } = await team().call(getThread, { params: place });
    expect(data.contact).toMatchObject({ name: "Ada", email: "ada@example.com", phone: "+4930123456" });
  });

  it("save what visitors wrote in a form as a table, also in fields of an earlier form", async () => {
    const agent = await talk.createAgent(builtinModel);
    const params = { productId: agent.id };
    const { data: form } = await add(agent.id, await read("contact_details"));
    const published = (await team().call(publishAgent, { params })).data;
    const first = { name: "Ada", email: "ada@example.com", message: 'For "ten", please.' };
    const ada = await talk.openVisitor(published);
    await sendForm(ada, "I want an offer", first);
    const { hasSecret: _h, secretEnding: _s, uses: _u, failures: _f, lastUsedAt: _l, ...shown } = form;
    const { recordedAt: _r, searchKeyEndings: _k, ...saved } = shown;
    const inputs = saved.inputs.filter(({ id }) => id === "name" || id === "email");
    const config = { kind: "form", contact: {} } as const;
    await team().call(updateSkill, { params, body: { data: { ...saved, inputs, config } } });
    const again = (await team().call(publishAgent, { params })).data;
    const second = { name: "=cmd()", email: "bob@example.com" };
    await sendForm(await talk.openVisitor(again), "I want an offer", second);
    await sendForm(await talk.openVisitor(again, { preview: true }), "I want an offer", second);

    const { data } = await team().call(exportLeads, { params: { ...params, skillId: form.id } });
    const response = await talk.server.request(data.url);
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="leads-.*\.csv"$/);
    const rows = (await response.text()).split("\r\n").map((row) => row.replace(/^[^,]*,[^,]*,/, ""));
    expect(rows).toEqual([
      "Name,E-mail,Phone number,Message",
      'Ada,ada@example.com,,"For ""ten"", please."',
      "'=cmd(),bob@example.com,,",
      "",
    ]);
    await talk.server.store.db
      .updateTable("contacts")
      .set({ eraseAskedAt: 1 })
      .where("id", "=", ada.contactId)
      .execute();
    expect(await (await talk.server.request(data.url)).text()).not.toContain("ada@example.com");
    const { data: search } = await add(agent.id, { ...orderStatus("http://127.0.0.1"), name: "orders" });
    const asked = team().call(exportLeads, { params: { ...params, skillId: search.id } });
    await expect(asked).rejects.toMatchObject({ status: 400 });
  });

  it("ask the next search engine where one fails, and find pages of the chosen sites alone", async () => {
    const web = await startSearchServer();
    const broken = await startWebServer((_, response) => response.writeHead(500).end());
    const agent = await talk.createAgent(builtinModel);
    const params = { productId: agent.id };
    const draft = await read("web_search");
    const config: SearchConfig = {
      kind: "search",
      engines: [
        { engine: "tavily" },
        { engine: "searxng", url: broken.origin },
        { engine: "searxng", url: `${web.origin}/search` },
      ],
      ...{ results: 2, sites: ["page.test"] },
    };
    const skill = { ...draft, config };
    const { data: saved } = await team().call(createSkill, {
      params,
      body: { data: { ...skill, searchKeys: { brave: "brave-key-1234567", tavily: null } } },
    });
    expect(saved.searchKeyEndings).toEqual({ brave: "4567", tavily: null });
    const visitor = await talk.openVisitor((await team().call(publishAgent, { params })).data);
    const ask = (content: string) => listen(say(talk.server, visitor, { content }));
    const heard = await ask("Please search the web for green tea!");
    expect(heard.text).toBe(
      "- [green tea (site:page.test) 1](<https://page.test/1/K%C3%B6ln>): About green tea (site:page.test)." +
        "\n- [green tea (site:page.test) 2](<https://page.test/2/K%C3%B6ln>): About green tea (site:page.test).",
    );
    expect(broken.hits).toHaveLength(1);
    const attempt = async (tried: Partial<SkillDraft>, mode: "dry" | "real" = "real") => {
      const data = { skill: { ...skill, ...tried }, skillId: saved.id, inputs: { query: "tea" }, mode };
      return (await team().call(testSkill, { params, body: { data } })).data;
    };
    const elsewhere = { ...config, sites: ["other.test"] };
    expect(await attempt({ config: elsewhere })).toMatchObject({ picked: "[]", error: null });
    const failing = { ...config, engines: config.engines.slice(0, 2) };
    expect((await attempt({ config: failing })).error).toBe(
      "Tavily: The key is missing. Enter it in the action. SearXNG: The service answered with 500.",
    );
    const keyed = await attempt({ config: { ...config, engines: [{ engine: "tavily" }] } }, "dry");
    expect(keyed.request).toMatchObject({ url: "https://api.tavily.com/search", method: "POST" });
    expect(JSON.parse(keyed.request?.body ?? "")).toEqual({
      ...{ query: "tea", max_results: 2, include_domains: ["page.test"] },
    });
    const brave = await attempt({ config: { ...config, engines: [{ engine: "brave" }] } }, "dry");
    expect(brave.request).toMatchObject({
      url: "https://api.search.brave.com/res/v1/web/search?q=tea+%28site%3Apage.test%29&count=2",
      headers: { "X-Subscription-Token": "••••••" },
    });
    await Promise.all([web.stop(), broken.stop()]);
  });

  it.each([builtinModel, "gpt-4o"])(
    "hand over by %s to the chosen team, with what the visitor filled in before",
    async (model) => {
      const agent = await talk.createAgent(model);
      const params = { productId: agent.id };
      const { data: choices } = await team().call(listAssignees, { params });
      const teamId = choices.teams[0]?.id ?? "";
      const draft = await read("hand_over");
      const foreign = { ...draft, config: { kind: "handover", teamId: agent.id, note: "" } } as const;
      expect((await team().send(createSkill, { params, body: { data: foreign } })).status).toBe(400);
      const config = { kind: "handover", teamId, note: "Reply to {{email}}" } as const;
      await add(agent.id, { ...draft, config, answer: "A colleague is on the way." });
      await team().call(publishAgent, { params });
      if (model !== builtinModel) {
        const provider = await talk.useProvider();
        provider.script(
          callTools("chat", [{ name: "hand_over", input: "{}" }]),
          answerWith("chat", ["Please fill in the form."]),
        );
      }
      const visitor = await talk.openVisitor(agent);
      const content = "I really want to make a complaint";
      const { end, threadId } = await listen(say(talk.server, visitor, { content }));
      const place = { ...params, threadId, actionId: end?.actions?.[0]?.id ?? "" };
      const readThread = async () => (await team().call(getThread, { params: place })).data;
      expect(await readThread()).toMatchObject({ handledBy: "ai", team: null });
      const data = { decision: "confirm", values: { email: "ada@example.com" } } as const;
      await talk.server.as(visitor).call(decideAction, { params: place, body: { data } });
      expect(await readThread()).toMatchObject({
        ...{ handledBy: "human", team: { id: teamId }, contact: { email: "ada@example.com" } },
      });
      const { items } = await team().call(listMessages, { params: place });
      expect(items.find(({ audience }) => audience === "team")?.content).toBe("Reply to ada@example.com");
      const { items: heard } = await talk.server.as(visitor).call(listVisitorMessages, { params: place });
      expect(heard.filter(({ role }) => role === "assistant").at(-1)).toMatchObject({
        ...{ content: "A colleague is on the way.", status: "sent" },
      });
    },
  );

  it("hand over without the form to visitors who ask for a person twice", async () => {
    const agent = await talk.createAgent(builtinModel);
    const params = { productId: agent.id };
    await add(agent.id, { ...(await read("hand_over")), answer: "A colleague is on the way." });
    const visitor = await talk.openVisitor((await team().call(publishAgent, { params })).data);
    const first = await listen(say(talk.server, visitor, { content: "I want to talk to a person" }));
    expect(first.end?.actions).toHaveLength(1);
    const { threadId } = first;
    const again = await listen(say(talk.server, visitor, { content: "A human, please!", threadId }));
    expect(again.text).toBe("A colleague is on the way.");
    const { data } = await team().call(getThread, { params: { ...params, threadId } });
    expect(data).toMatchObject({ handledBy: "human", team: null });
  });

  it("hand over again after a hand-back, and without a sign-in", async () => {
    const agent = await talk.createAgent(builtinModel);
    const params = { productId: agent.id };
    const draft = await read("hand_over");
    const inputs = draft.inputs.slice(0, 1).map((input) => ({ ...input, from: "email" as const }));
    await add(agent.id, { ...draft, inputs, verifiedOnly: true, oncePerConversation: true });
    const visitor = await talk.openVisitor((await team().call(publishAgent, { params })).data);
    const content = "I want to talk to a person";
    const { threadId } = await listen(say(talk.server, visitor, { content }));
    const at = { params: { ...params, threadId } };
    const { data } = await talk.server.as(visitor).call(leavePerson, at);
    expect(data.handledBy).toBe("ai");
    await listen(say(talk.server, visitor, { content, threadId }));
    expect((await team().call(getThread, at)).data.handledBy).toBe("human");
  });

  it("give the agent five pages of a web search, and nothing else of its response", async () => {
    const web = await startSearchServer();
    const agent = await talk.createAgent("gpt-4o");
    const params = { productId: agent.id };
    const text = JSON.stringify(await read("web_search")).replace("https://example.com", web.origin);
    await add(agent.id, JSON.parse(text) as SkillDraft);
    await team().call(publishAgent, { params });
    const provider = await talk.useProvider();
    provider.script(
      callTools("chat", [{ name: "web_search", input: '{"query":"green tea & milk"}' }]),
      answerWith("chat", ["It is a drink."]),
    );
    const visitor = await talk.openVisitor(agent);
    const { text: said } = await listen(say(talk.server, visitor, { content: "What is green tea?" }));
    await web.stop();
    expect(said).toBe("It is a drink.");
    expect(web.hits).toEqual(["GET /search?q=green+tea+%26+milk&format=json"]);
    const told = JSON.stringify(provider.requests.at(-1)?.body);
    expect(told).toContain("https://page.test/5");
    expect(told).not.toContain("https://page.test/6");
    expect(told).not.toContain("bing");
  });
});
