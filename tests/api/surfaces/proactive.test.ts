import { describe, expect, it } from "vitest";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import { cloneAgent } from "../../../shared/contract/agents/templates.ts";
import { countProactive, listProactiveFigures } from "../../../shared/contract/surfaces/proactive.ts";
import type { ProactiveRule } from "../../../shared/contract/surfaces/proactive.ts";
import {
  getPublicConfiguration,
  getWidget,
  updateWidget,
} from "../../../shared/contract/surfaces/surfaces.ts";
import type { WidgetSurface } from "../../../shared/contract/surfaces/surfaces.ts";
import { startTestServer } from "../../kit/server.ts";
import { bothStores } from "../../kit/database/stores.ts";
import type { StoreKind } from "../../kit/database/stores.ts";

const shop = "https://shop.test";
const dayMs = 24 * 60 * 60_000;

/** A rule that speaks to everybody everywhere. */
const makeRule = ({
  when = {},
  ...given
}: Partial<Omit<ProactiveRule, "when">> & { when?: object } = {}) => ({
  ...{ id: "r1", name: "Team's name", isOn: true, texts: [{ id: "a", texts: { en: "Any questions?" } }] },
  when: {
    ...{ pages: ["/pricing*"], notPages: [], afterSeconds: 5, scrollPercent: 0, onExit: false },
    ...{ visitors: "all" as const, attributes: [], event: "", languages: [], period: null },
    ...when,
  },
  ...given,
});

async function setUp(store: StoreKind) {
  const server = await startTestServer({
    store,
    findFrameScript: () => ({ file: "/frame.js", preload: [] }),
  });
  const owner = await server.createOwner();
  const agent = await server.createAgent(owner, "Harbour help");
  const params = { productId: agent.id };
  const client = server.as(owner);
  const { data } = await client.call(getWidget, { params });
  const { token } = data;
  return {
    ...{ server, owner, client, params, token },
    async save(proactive: unknown[], change: Partial<WidgetSurface> = {}) {
      const { data: before } = await client.call(getWidget, { params });
      const { revision, enabled, allowedDomains, allowsNullOrigin, settings } = { ...before, ...change };
      const surface = { revision, enabled, allowedDomains, allowsNullOrigin };
      const body = {
        data: { ...surface, settings: { ...settings, proactive: proactive as ProactiveRule[] } },
      };
      return client.call(updateWidget, { params, body });
    },
    publish: () => client.call(publishAgent, { params }),
    /** What a page gets whose visitor reads this language. */
    async ask(language: string) {
      const query = { surface: "widget", token, locale: language } as const;
      const {
        proactive = [],
        speaksFirst = false,
        settings,
      } = await server.anyone().call(getPublicConfiguration, { query, headers: { origin: shop } });
      return { proactive, speaksFirst, settings };
    },
    count: (
      what: "shown" | "opened" | "dismissed" | "answered",
      { origin = shop, rule = "r1", text = "a" } = {},
    ) => server.anyone().send(countProactive, { query: { token, rule, text, what }, headers: { origin } }),
    figures: async () => (await client.call(listProactiveFigures, { params })).items,
  };
}

describe.each(bothStores())("proactive messages on $name", (store) => {
  it("come to pages once published, in their visitors' language, without what is the team's", async () => {
    const { save, publish, ask, server, token } = await setUp(store);
    const texts = [
      { id: "a", texts: { en: "Any questions?", de: "Noch Fragen?" } },
      { id: "b", texts: { de: "Können wir helfen?" } },
    ];
    const rules = [
      makeRule({ texts }),
      makeRule({ id: "off", isOn: false }),
      makeRule({ id: "fr", when: { languages: ["fr"] } }),
    ];
    await save(rules);
    expect(await ask("en")).toMatchObject({ proactive: [], speaksFirst: false });
    await publish();
    const { languages, period, ...when } = makeRule().when;
    expect([languages, period]).toEqual([[], null]);
    const inEnglish = [
      { id: "a", text: "Any questions?" },
      { id: "b", text: "Können wir helfen?" },
    ];
    expect((await ask("en")).proactive).toEqual([{ id: "r1", when, texts: inEnglish }]);
    const inGerman = await ask("de");
    expect(inGerman.settings).not.toHaveProperty("proactive");
    expect(inGerman).toMatchObject({
      speaksFirst: true,
      proactive: [{ texts: [{ text: "Noch Fragen?" }, { text: "Können wir helfen?" }] }],
    });
    expect((await ask("fr")).proactive.map(({ id }) => id)).toEqual(["r1", "fr"]);
    const frame = await server.request(`/embed/${token}`, { headers: { referer: shop } });
    expect(await frame.text()).not.toMatch(/Any questions|Team's name/);
  });

  it("are counted by text, from sites that may show the agent, as far as they are said", async () => {
    const { save, publish, count, figures } = await setUp(store);
    await save([makeRule()], { allowedDomains: ["shop.test"] });
    await publish();
    for (const what of ["shown", "shown", "opened", "answered"] as const) {
      expect((await count(what)).status).toBe(204);
    }
    await count("shown", { rule: "other" });
    await count("shown", { text: "b" });
    const refused = await count("shown", { origin: "https://other.test" });
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { error: { code: "origin_not_allowed" } },
    ]);
    expect(await figures()).toEqual([
      { ruleId: "r1", textId: "a", shown: 2, opened: 1, dismissed: 0, answered: 1 },
    ]);
  });

  it("go along with a copy of the agent, whose figures start over", async () => {
    const { save, publish, count, client, params } = await setUp(store);
    await save([makeRule()]);
    await publish();
    await count("shown");
    const { data: copy } = await client.call(cloneAgent, { params, body: { data: { name: "Copy" } } });
    const copied = { productId: copy.id };
    expect((await client.call(getWidget, { params: copied })).data.settings.proactive).toEqual([makeRule()]);
    expect((await client.call(listProactiveFigures, { params: copied })).items).toEqual([]);
  });

  it("come only from their first to their last day and within their hours, by the server's clock", async () => {
    const { save, publish, ask, server } = await setUp(store);
    // Noon is far from a change of days.
    server.clock.advance(dayMs + dayMs / 2 - (server.clock.now() % dayMs));
    const now = server.clock.now();
    const day = (ahead: number) => new Date(now + ahead * dayMs).toISOString().slice(0, 10);
    const noDays = Array.from({ length: 7 }, () => null);
    const allDay = noDays.map(() => ({ opens: "00:00", closes: "24:00" }));
    const always = { timeZone: "UTC", from: null, to: null, week: null };
    const untilMidnight = dayMs - (now % dayMs);
    const periods: [string, object][] = [
      ["over", { to: day(-1) }],
      ["later", { from: day(2) }],
      ["never", { week: noDays }],
      ["today", { from: day(0), to: day(0) }],
      ["tomorrow", { from: day(1), to: day(5) }],
      ["hours", { week: allDay }],
    ];
    await save(periods.map(([id, period]) => makeRule({ id, when: { period: { ...always, ...period } } })));
    await publish();
    const { proactive } = await ask("en");
    expect(proactive.map(({ id, live }) => [id, live?.[0]])).toEqual([
      ["today", { fromMs: 0, toMs: expect.closeTo(untilMidnight, -6) }],
      ["tomorrow", { fromMs: expect.closeTo(untilMidnight, -6), toMs: expect.any(Number) }],
      ["hours", { fromMs: 0, toMs: expect.closeTo(untilMidnight, -6) }],
    ]);
    expect(JSON.stringify(proactive)).not.toContain("timeZone");
  });

  it.each([
    ["a rule that says nothing", [makeRule({ texts: [{ id: "a", texts: { en: " " } }] })], "0.texts"],
    ["two rules with one id", [makeRule(), makeRule()], ""],
    ["21 rules", Array.from({ length: 21 }, (_, at) => makeRule({ id: `r${at}` })), ""],
    ["a page with a space", [makeRule({ when: { pages: ["/a b"] } })], "0.when.pages.0"],
    [
      "a last day before the first",
      [
        makeRule({
          when: { period: { timeZone: "UTC", from: "2026-12-24", to: "2026-12-23", week: null } },
        }),
      ],
      "0.when.period.to",
    ],
    ["a day on the page", [makeRule({ when: { afterSeconds: 86_400 } })], "0.when.afterSeconds"],
  ])("refuse %s with the field's path", async (_, rules, path) => {
    const { save } = await setUp(store);
    await expect(save(rules)).rejects.toMatchObject({
      status: 400,
      body: { error: { fields: [{ path: `body.data.settings.proactive${path && `.${path}`}` }] } },
    });
  });
});
