import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { mergeContact, undoMerge } from "../../../shared/contract/conversations/contacts/contacts.ts";
import { decideAction } from "../../../shared/contract/conversations/actions/actions.ts";
import type { MessageAction } from "../../../shared/contract/conversations/actions/messageAction.ts";
import { listVisitorMessages } from "../../../shared/contract/conversations/conversations.ts";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import {
  listVisitorGrants,
  removeVisitorGrant,
} from "../../../shared/contract/integrations/visitorGrants.ts";
import { createSkill } from "../../../shared/contract/skills/skills.ts";
import { addConnection, click, readingSkill } from "../../kit/actions/connectedAgent.ts";
import { json, startOAuthService } from "../../kit/actions/oauthService.ts";
import type { OAuthService } from "../../kit/actions/oauthService.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { graph, step } from "../../kit/workflows/graphs.ts";
import { publishNew, runUntil, start } from "../../kit/workflows/runs.ts";
import { stores } from "../../kit/database/stores.ts";

const question = "What is in my calendar?";
const calendar = "https://www.googleapis.com/calendar/v3/calendars/primary/events";

describe.each(stores())("accounts of visitors on $name", (store) => {
  let service: OAuthService;
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    service = await startOAuthService();
    talk = await startTalkingServer(store, {
      egressAllow: ["127.0.0.0/8"],
      integrations: { "google-calendar": service.override },
    });
    agent = await talk.createAgent();
    const team = { server: talk.server, client: talk.server.as(talk.owner), productId: agent.id };
    await addConnection(team, { provider: "google-calendar", name: "Calendar" });
    const skill = readingSkill("Calendar", calendar, {
      auth: { type: "connection", name: "Calendar", owner: "visitor" },
      pick: "items[0].summary",
    });
    const data = { ...skill, examples: [question], answer: "" };
    await team.client.call(createSkill, { params: { productId: agent.id }, body: { data } });
    await team.client.call(publishAgent, { params: { productId: agent.id } });
  });
  afterEach(() => service.reset());
  afterAll(() => service.stop());

  /** Each account of the service has an event of its own. */
  function answerByAccount(): void {
    service.answer = ({ path, headers }) =>
      path.endsWith("primary")
        ? json({ id: "ada@example.com" })
        : json({ items: [{ summary: `Event of ${headers.authorization}` }] });
  }

  async function cardOf(visitor: TestVisitor, threadId: string): Promise<MessageAction | undefined> {
    const params = { productId: agent.id, threadId };
    const { items } = await talk.server.as(visitor).call(listVisitorMessages, { params, query: {} });
    return items.flatMap(({ actions = [] }) => actions).at(-1);
  }

  async function askFor(
    visitor: TestVisitor,
  ): Promise<{ threadId: string; card: MessageAction; text: string }> {
    const { text, threadId = "" } = await listen(say(talk.server, visitor, { content: question }));
    const card = await cardOf(visitor, threadId);
    if (!card) throw new Error(`There is no card below: ${text}`);
    return { threadId, card, text };
  }

  /** Signs in at the service as a browser does, and gives what the last page says. */
  async function signIn(card: MessageAction): Promise<string> {
    const begun = await talk.server.request(card.signIn?.path ?? "");
    expect(begun.status).toBe(302);
    const cookie = (begun.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const link = new URL(await click(begun.headers.get("location") ?? "", "Allow"));
    const back = await talk.server.request(link.pathname + link.search, { headers: { cookie } });
    const page = await talk.server.request(back.headers.get("location") ?? "");
    return (await page.text()).match(/<strong>([^<]+)</)?.[1] ?? "";
  }

  function decide(
    visitor: TestVisitor,
    { threadId, actionId }: { threadId: string; actionId: string },
    code: string,
  ) {
    const params = { productId: agent.id, threadId, actionId };
    const data = { decision: "confirm" as const, values: { sign_in_code: code } };
    return talk.server.as(visitor).call(decideAction, { params, body: { data } });
  }

  it("are requested on a card, given with a code only for that visitor, and forgotten", async () => {
    answerByAccount();
    const ada = await talk.openVisitor(agent);
    const { threadId, card } = await askFor(ada);
    expect(card).toMatchObject({ state: "waiting", signIn: { service: "Calendar" } });
    expect(service.requests).toEqual([]);
    const place = { threadId, actionId: card.id };
    await expect(decide(ada, place, "AAAA-AAAA")).rejects.toMatchObject({ status: 400 });
    const code = await signIn(card);
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);

    // The code of one conversation is of no use in another.
    const eve = await talk.openVisitor(agent);
    const hers = await askFor(eve);
    const foreign = decide(eve, { threadId: hers.threadId, actionId: hers.card.id }, code);
    await expect(foreign).rejects.toMatchObject({ status: 400 });

    await decide(ada, place, code.toLowerCase());
    await vi.waitFor(async () => expect((await cardOf(ada, threadId))?.state).toBe("done"));
    expect(service.requests.at(-1)?.path).toBe("/api/calendars/primary/events");
    const mine = talk.server.as(ada);
    const params = { productId: agent.id };
    const { data: grants } = await mine.call(listVisitorGrants, { params });
    expect(grants).toMatchObject([{ service: "Calendar", account: "ada@example.com" }]);
    expect((await talk.server.as(eve).call(listVisitorGrants, { params })).data).toEqual([]);

    const [{ integrationId = "" } = {}] = grants;
    const hersToo = talk.server.as(eve).call(removeVisitorGrant, { params: { ...params, integrationId } });
    await expect(hersToo).rejects.toMatchObject({ status: 404 });
    await mine.call(removeVisitorGrant, { params: { ...params, integrationId } });
    expect((await mine.call(listVisitorGrants, { params })).data).toEqual([]);
  });

  it("are asked for by a workflow that uses the action", async () => {
    answerByAccount();
    const team = talk.server.as(talk.owner);
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Good morning" }));
    const skill = step("look", "skill", { skill: "read_calendar", saveAs: "found" });
    const workflow = await publishNew(team, {
      agentId: agent.id,
      graph: graph([skill, step("end", "end", { expression: "found" })], ["start > look > end"]),
    });
    const run = await start(team, workflow, { threadId });
    await runUntil(team, run, ({ state }) => state !== "running");
    const card = await cardOf(visitor, threadId);
    expect(card).toMatchObject({ state: "waiting", signIn: { service: "Calendar" } });
    await decide(visitor, { threadId, actionId: card?.id ?? "" }, await signIn(card as MessageAction));
    const { result } = await runUntil(team, run);
    expect(result).toContain("Event of Bearer");
  });

  it("are not kept where the code comes too late", async () => {
    answerByAccount();
    const visitor = await talk.openVisitor(agent);
    const { threadId, card } = await askFor(visitor);
    const code = await signIn(card);
    talk.server.clock.advance(11 * 60_000);
    const late = decide(visitor, { threadId, actionId: card.id }, code);
    await expect(late).rejects.toMatchObject({ status: 400 });
    // Nor does what it brought lie there any longer.
    talk.server.clock.advance(60 * 60_000);
    await talk.server.app.scheduler.catchUp();
    expect(await talk.server.store.db.selectFrom("integrationSignIns").selectAll().execute()).toEqual([]);
  });

  it("tell a visitor who comes back too late so, and send nobody to the console", async () => {
    const visitor = await talk.openVisitor(agent);
    const { card } = await askFor(visitor);
    const begun = await talk.server.request(card.signIn?.path ?? "");
    const cookie = (begun.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const link = new URL(await click(begun.headers.get("location") ?? "", "Allow"));
    talk.server.clock.advance(16 * 60_000);
    const back = await talk.server.request(link.pathname + link.search, { headers: { cookie } });
    const page = await talk.server.request(back.headers.get("location") ?? "");
    expect(await page.text()).toContain("Sign-in did not work");
  });

  it("go along where two contacts become one, and back where they are two again", async () => {
    answerByAccount();
    const phone = await talk.openVisitor(agent);
    const laptop = await talk.openVisitor(agent);
    const { threadId, card } = await askFor(phone);
    await decide(phone, { threadId, actionId: card.id }, await signIn(card));
    await askFor(laptop);
    const team = talk.server.as(talk.owner);
    const params = { productId: agent.id };
    const grantsOf = async (visitor: TestVisitor) =>
      (await talk.server.as(visitor).call(listVisitorGrants, { params })).data.length;
    const contact = { ...params, contactId: laptop.contactId };
    const { data: one } = await team.call(mergeContact, {
      params: contact,
      body: { data: { contactId: phone.contactId } },
    });
    expect(await grantsOf(laptop)).toBe(1);
    await team.call(undoMerge, { params: { ...contact, mergeId: one.merges[0]?.id ?? "" } });
    expect([await grantsOf(laptop), await grantsOf(phone)]).toEqual([0, 1]);
  });
});
