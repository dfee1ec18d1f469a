import { beforeAll, describe, expect, it } from "vitest";
import { getAgent, publishAgent, updateAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { leaveMessage } from "../../../shared/contract/conversations/visitors/leaveMessage.ts";
import { listMessages, listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import {
  getPublicConfiguration,
  getWidget,
  updateWidget,
} from "../../../shared/contract/surfaces/surfaces.ts";
import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";
import { createSkill, listSkillRuns } from "../../../shared/contract/skills/skills.ts";
import { usualHours } from "../../../shared/domain/openingHours.ts";
import type { OpeningHours } from "../../../shared/domain/openingHours.ts";
import { contactForm } from "../../kit/actions/shopApi.ts";
import { listen, newClientId, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { bothStores } from "../../kit/database/stores.ts";

const never: OpeningHours = { timeZone: "UTC", week: usualHours("UTC").week.map(() => null) };
const always: OpeningHours = {
  timeZone: "UTC",
  week: never.week.map(() => ({ opens: "00:00", closes: "24:00" })),
};
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Noon is far from a change of days. */
function untilNoon(now: number): number {
  return dayMs + dayMs / 2 - (now % dayMs);
}

describe.each(bothStores())("outside the opening hours on $name", (store) => {
  let talk: TalkingServer;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
  });

  const team = () => talk.server.as(talk.owner);

  /** A published agent with these hours, and this choice for what is outside them. */
  async function open(hours: OpeningHours | null, outsideHours: WidgetSettings["outsideHours"], more = {}) {
    const agent = await talk.createAgent("pilothouse-builtin", { hours });
    const params = { productId: agent.id };
    const { data } = await team().call(getWidget, { params });
    const { revision, enabled, allowedDomains, allowsNullOrigin, settings } = data;
    const surface = { revision, enabled, allowedDomains, allowsNullOrigin };
    await team().call(updateWidget, {
      params,
      body: { data: { ...surface, settings: { ...settings, outsideHours, ...more } } },
    });
    await team().call(publishAgent, { params });
    const configuration = () =>
      talk.server.anyone().call(getPublicConfiguration, { query: { surface: "widget", token: data.token } });
    return { agent, params, configuration };
  }

  const leave = (visitor: TestVisitor, change: object = {}) =>
    talk.server.as(visitor).call(leaveMessage, {
      params: { productId: visitor.agentId },
      body: {
        data: {
          clientId: newClientId(),
          email: "Ada@Example.org",
          content: "Do you ship to Norway?",
          ...change,
        },
      },
    });
  const threads = async ({ id }: Agent) =>
    (await team().call(listThreads, { params: { productId: id } })).items;

  it("say by the server's clock whether the team is in, when it is back, and when that changes", async () => {
    talk.server.clock.advance(untilNoon(talk.server.clock.now()));
    const at = new Date(talk.server.clock.now());
    const time = (moment: Date) => moment.toISOString().slice(11, 16);
    const opens = new Date(at.getTime() + 10 * minuteMs);
    const closes = new Date(at.getTime() + 20 * minuteMs);
    const span = { opens: time(opens), closes: time(closes) };
    const { configuration } = await open({ timeZone: "UTC", week: never.week.map(() => span) }, "answer");
    const opensAt = Math.floor(opens.getTime() / minuteMs) * minuteMs;
    const before = (await configuration()).team;
    expect(before).toMatchObject({ isAway: true, opensAt });
    expect(before.changes?.[0]?.inMs).toBeLessThanOrEqual(10 * minuteMs);
    expect(before.changes?.[1]?.opensAt).toBe(opensAt + 24 * 60 * minuteMs);
    talk.server.clock.advance(10 * minuteMs);
    const during = (await configuration()).team;
    expect(during).toMatchObject({ isAway: false, opensAt: opensAt + 24 * 60 * minuteMs });
    expect(during.changes?.[0]?.inMs).toBeLessThanOrEqual(10 * minuteMs);
  });

  it("hide the launcher and the messages next to it, and show both within the hours", async () => {
    const beside = { minimisedSuggestions: ["Where is my order?"] };
    const hidden = await (await open(never, "hide", beside)).configuration();
    expect([hidden.settings.launcher, hidden.speaksFirst]).toEqual([false, undefined]);
    const shown = await (await open(always, "hide", beside)).configuration();
    expect([shown.settings.launcher, shown.speaksFirst]).toEqual([undefined, true]);
  });

  it("keep a message with the visitor's address for the team, once, and the agent is silent", async () => {
    const { agent } = await open(never, "form");
    const visitor = await talk.openVisitor(agent);
    const clientId = newClientId();
    const [{ data: left }, { data: again }] = [
      await leave(visitor, { clientId }),
      await leave(visitor, { clientId }),
    ];
    expect([left.isWaitingForPerson, again.id]).toEqual([true, left.id]);
    const [thread, ...others] = await threads(agent);
    expect(others).toEqual([]);
    expect(thread).toMatchObject({
      ...{ handledBy: "human", title: "Do you ship to Norway?", assignee: null },
      contact: { email: "ada@example.org", verified: false },
    });
    const params = { productId: agent.id, threadId: left.id };
    const { items } = await team().call(listMessages, { params });
    expect(items.map(({ role, content }) => [role, content])).toEqual([
      ["system", "personRequested"],
      ["user", "Do you ship to Norway?"],
    ]);
  });

  it("let the agent answer if the owner chose that, and refuse the form", async () => {
    const { agent } = await open(never, "answer");
    const visitor = await talk.openVisitor(agent);
    expect((await listen(say(talk.server, visitor, { content: "Hello" }))).answer).not.toBeNull();
    await expect(leave(visitor)).rejects.toMatchObject({
      status: 422,
      body: { error: { code: "offline_form_refused" } },
    });
  });

  it("keep a message for the team if a page still shows the composer", async () => {
    const { agent } = await open(always, "form");
    const visitor = await talk.openVisitor(agent);
    const first = await listen(say(talk.server, visitor, { content: "Hello" }));
    expect(first.answer).not.toBeNull();
    await change(agent, never);
    const { threadId } = first;
    const late = await listen(say(talk.server, visitor, { content: "Still there?", threadId }));
    expect([late.answer, late.threadId]).toEqual([null, threadId]);
    expect(late.events.at(-1)).toEqual({ type: "handedOver" });
    expect(await threads(agent)).toMatchObject([{ handledBy: "human", waitingSince: expect.any(Number) }]);
  });

  /** Changes an agent's hours while its visitors' pages stay open. */
  async function change({ id }: Agent, hours: OpeningHours) {
    const params = { productId: id };
    const { data } = await team().call(getAgent, { params });
    const { revision, configuration } = data;
    const body = { data: { revision, configuration: { ...configuration, hours } } };
    await team().call(updateAgent, { params, body });
    await team().call(publishAgent, { params });
  }

  it("keep what was filled in before the first message of a page that still shows the composer", async () => {
    const { agent, params } = await open(never, "form");
    const form = contactForm();
    const config = { kind: "form", contact: { name: "name", email: "email" }, beforeChat: true } as const;
    const { data: skill } = await team().call(createSkill, { params, body: { data: { ...form, config } } });
    await team().call(publishAgent, { params });
    const visitor = await talk.openVisitor(agent);
    const values = { name: "Ada", email: "ada@example.com" };
    const sent = { content: "Hello", form: { skillId: skill.id, values } };
    const { answer } = await listen(say(talk.server, visitor, sent));
    expect(answer).toBeNull();
    const [thread] = await threads(agent);
    expect(thread).toMatchObject({ handledBy: "human", contact: { name: "Ada", email: "ada@example.com" } });
    const { items } = await team().call(listSkillRuns, {
      ...{ params: { ...params, skillId: skill.id }, query: {} },
    });
    expect(items).toMatchObject([{ state: "done", inputs: values }]);
  });

  it("begin no conversation with a message that is refused", async () => {
    const { agent } = await open(never, "form");
    const visitor = await talk.openVisitor(agent);
    const attachments = ["01890a5d-ac96-774b-bcce-b302099a8057"];
    await expect(listen(say(talk.server, visitor, { content: "See this", attachments }))).rejects.toThrow();
    expect(await threads(agent)).toEqual([]);
  });

  it("change nothing for a repeated message that was answered before", async () => {
    const { agent } = await open(always, "form");
    const visitor = await talk.openVisitor(agent);
    const sent = { content: "Hello", clientId: newClientId() };
    const { answer, threadId } = await listen(say(talk.server, visitor, sent));
    expect(answer).not.toBeNull();
    await change(agent, never);
    for (const wanted of [{}, { threadId }]) {
      const again = await listen(say(talk.server, visitor, { ...sent, ...wanted }));
      expect([again.answer?.id, again.threadId]).toEqual([answer?.id, threadId]);
    }
    expect(await threads(agent)).toMatchObject([{ id: threadId, handledBy: "ai" }]);
  });

  it("accept a form that was opened before the team was back", async () => {
    const { agent } = await open(always, "form");
    const { data } = await leave(await talk.openVisitor(agent));
    expect(data.isWaitingForPerson).toBe(true);
  });

  it.each([
    ["an address that is none", { email: "ada" }, "email"],
    ["an empty message", { content: "  " }, "content"],
  ])("refuse %s with the field's path", async (_, change, path) => {
    const { agent } = await open(never, "form");
    await expect(leave(await talk.openVisitor(agent), change)).rejects.toMatchObject({
      status: 400,
      body: { error: { fields: [{ path: `body.data.${path}` }] } },
    });
  });
});
