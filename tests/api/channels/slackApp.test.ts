import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { listAuditEntries } from "../../../shared/contract/accounts/audit.ts";
import {
  endMemberSessions,
  listUserGroups,
  updateTeamMember,
} from "../../../shared/contract/accounts/teams.ts";
import { removeAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import {
  deleteChannel,
  getChannel,
  installChannel,
  updateChannel,
} from "../../../shared/contract/channels/channels.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import { slackAppPath } from "../../../server/channels/kinds/slack/appPage.ts";
import { startProviderServer } from "../../kit/channels/providerServer.ts";
import type { ProviderServer } from "../../kit/channels/providerServer.ts";
import {
  signSlack,
  slackApp,
  slackSecret,
  slackToken,
  writePress,
  writeSlackEvent,
} from "../../kit/channels/slackFake.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { bothStores } from "../../kit/database/stores.ts";

const within = { interval: 100 };
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
let written = 0;

describe.each(bothStores())("adding the installation's app to Slack on $name", (store) => {
  let providers: ProviderServer;
  let talk: TalkingServer;
  let agent: Agent;
  let workspace: string;
  beforeAll(async () => {
    providers = await startProviderServer();
    talk = await startTalkingServer(store, {
      channels: { ...channelAddresses, ...providers.addresses },
      publicOrigin: "https://agents.example.com",
      slackApp,
    });
    providers.slack.now = talk.server.clock.now;
  });
  afterAll(() => providers.stop());
  beforeEach(async () => {
    providers.taken.length = 0;
    agent = await talk.createAgent("pilothouse-builtin");
    written += 1;
    workspace = `T${written}0`;
  });

  const team = () => talk.server.as(talk.owner);
  const inChannel = (of = agent) => ({ params: { productId: of.id, surfaceType: "slack" as const } });
  const find = async (of = agent) => (await team().call(getChannel, inChannel(of))).data;

  /** Leaves for Slack's page, and keeps the cookie that binds the way back to the browser. */
  async function leave(of = agent, by = talk.owner): Promise<{ url: string; cookie: string }> {
    const body = { data: { returnTo: "/accounts/o1?tab=channels" } };
    const response = await talk.server.as(by).send(installChannel, { ...inChannel(of), body });
    expect(response.status, await response.clone().text()).toBe(200);
    const cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    return { url: (await response.json()).data.url, cookie };
  }

  async function comeBack(link: string, cookie: string): Promise<string> {
    const { pathname, search } = new URL(link);
    const response = await talk.server.request(pathname + search, { headers: { cookie } });
    return response.headers.get("location") ?? String(response.status);
  }

  async function add(of = agent, to = workspace): Promise<string> {
    const { url, cookie } = await leave(of);
    return comeBack(providers.slack.click(url, "allow", { workspace: to }), cookie);
  }

  async function post(body: string, secret = slackApp.signingSecret): Promise<number> {
    const headers = signSlack(body, { secret, at: talk.server.clock.now() });
    return (await talk.server.request(slackAppPath, { method: "POST", body, headers })).status;
  }

  const writeDirect = (text: string, to = workspace) => {
    written += 1;
    const ts = `1700000400.${String(written).padStart(6, "0")}`;
    const event = { type: "message", channel_type: "im", channel: "D1", user: "U1", text, ts };
    return writeSlackEvent(event, { workspace: to });
  };
  const answered = (count: number) =>
    vi.waitFor(
      () => expect(providers.taken.filter(({ path }) => path === "chat.postMessage")).toHaveLength(count),
      within,
    );

  const granted = () => providers.slack.grants.filter((one) => one === workspace).length;
  /** Slack's word that something happened in the workspace just now. */
  const tell = (event: Record<string, unknown>, now = talk.server.clock.now()) =>
    post(writeSlackEvent(event, { workspace, now }));

  it("connects the agent, which answers in that workspace and no other", async () => {
    const { url } = await leave();
    expect(new URL(url).searchParams.get("redirect_uri")).toBe(
      "https://agents.example.com/api/webhooks/v1/slack-return",
    );
    expect(await add()).toBe("/accounts/o1?tab=channels&installed=slack");
    const shown = await find();
    expect(shown).toMatchObject({
      enabled: true,
      state: "connected",
      account: "@helper in Acme",
      secrets: {},
    });
    expect(JSON.stringify(shown)).not.toContain("xox");
    const { items } = await team().call(listAuditEntries, { query: { action: "Added an agent to Slack" } });
    expect(items.map(({ targets }) => targets)).toContainEqual({ productId: agent.id, surfaceType: "slack" });
    expect(await post(writeDirect("How do I return a bike?"))).toBe(200);
    await answered(1);
    expect(await post(writeDirect("Hello", "T999"))).toBe(200);
    expect(await post(writeDirect("Hello"), slackSecret)).toBe(401);
    // Somebody of another company in a shared channel.
    const guest = JSON.parse(writeDirect("And a helmet?", "T999")) as object; // an event's body
    expect(await post(JSON.stringify({ ...guest, authorizations: [{ team_id: workspace }] }))).toBe(200);
    await answered(2);
    const press = { user: "U1", channel: "D1", ts: providers.slack.lastTs, button: "pilothouse_rating" };
    expect(await post(writePress({ ...press, workspace, value: "1" }))).toBe(200);
  });

  it("takes back only a member who may still change the agent, and is still signed in", async () => {
    const { organizationId } = talk.owner;
    const admin = await talk.server.createMember(organizationId, "admin");
    const params = { memberId: admin.user._id };
    const { url, cookie } = await leave(agent, admin);
    const link = providers.slack.click(url, "allow", { workspace });
    const { items: groups } = await team().call(listUserGroups, {});
    const groupIds = groups.filter(({ role }) => role === "support").map(({ _id }) => _id);
    await team().call(updateTeamMember, { params, body: { data: { groupIds } } });
    expect(await comeBack(link, cookie)).toBe("/accounts/o1?tab=channels&connectError=forbidden");
    const other = await talk.server.createMember(organizationId, "admin");
    const left = await leave(agent, other);
    const otherLink = providers.slack.click(left.url, "allow", { workspace });
    await team().call(endMemberSessions, { params: { memberId: other.user._id } });
    expect(await comeBack(otherLink, left.cookie)).toContain("connectError=unauthenticated");
    expect((await find()).state).toBe("off");
  });

  it("takes back only the browser that left, once", async () => {
    const { url, cookie } = await leave();
    const link = providers.slack.click(url, "allow", { workspace });
    expect(await comeBack(link, "connecting=another")).toContain("provider_expired");
    expect(await comeBack(link, cookie)).toContain("provider_expired");
    const again = await leave();
    expect(await comeBack(providers.slack.click(again.url, "deny"), again.cookie)).toBe(
      "/accounts/o1?tab=channels&connectError=provider_cancelled",
    );
    const forged = await leave();
    const stolen = new URL(providers.slack.click(forged.url, "allow", { workspace }));
    stolen.searchParams.set("code", "guessed");
    expect(await comeBack(stolen.href, forged.cookie)).toContain("connectError=provider_failed");
    expect((await find()).state).toBe("off");
  });

  it("leaves a workspace with the agent that has it, until that is deleted", async () => {
    await add();
    const other = await talk.createAgent("pilothouse-builtin");
    expect(await add(other)).toContain("connectError=name_taken");
    expect((await find(other)).state).toBe("off");
    await team().call(deleteChannel, { ...inChannel(), query: { confirmed: "true" } });
    expect(await add(other)).toContain("installed=slack");
  });

  it("gives a workspace to one of two agents that are added at once", async () => {
    const other = await talk.createAgent("pilothouse-builtin");
    const left = [await leave(), await leave(other)];
    const ends = await Promise.all(
      left.map(({ url, cookie }) => comeBack(providers.slack.click(url, "allow", { workspace }), cookie)),
    );
    expect(ends.toSorted()).toEqual([
      expect.stringContaining("connectError=name_taken"),
      expect.stringContaining("installed=slack"),
    ]);
  });

  it("renews its access before the end, however often", async () => {
    await add();
    for (const renewed of [1, 2, 3]) {
      talk.server.clock.advance(11 * hourMs);
      await vi.waitFor(() => expect(granted()).toBe(1 + renewed), within);
    }
    await post(writeDirect("How do I return a bike?"));
    await answered(1);
    expect((await find()).state).toBe("connected");
  });

  it("renews its access later if Slack has a problem", async () => {
    await add();
    providers.slack.refusedGrants.set(workspace, ["internal_error", "ratelimited"]);
    talk.server.clock.advance(11 * hourMs);
    await vi.waitFor(() => {
      talk.server.clock.advance(minuteMs);
      expect(granted()).toBe(2);
    }, within);
    expect((await find()).state).toBe("connected");
  });

  it("is broken once Slack refuses to renew its access for good", async () => {
    await add();
    providers.slack.refusedGrants.set(workspace, ["invalid_refresh_token"]);
    talk.server.clock.advance(11 * hourMs);
    await vi.waitFor(async () => expect((await find()).state).toBe("broken"), within);
  });

  it.each([{ type: "app_uninstalled" }, { type: "tokens_revoked", tokens: { oauth: [], bot: ["UBOT"] } }])(
    "is over by $type, until somebody adds the app again",
    async (event) => {
      await add();
      talk.server.clock.advance(1000);
      expect(await tell(event)).toBe(200);
      await vi.waitFor(async () => expect((await find()).state).toBe("broken"), within);
      const other = await talk.createAgent("pilothouse-builtin");
      expect(await add(other)).toContain("installed=slack");
      expect(await add(agent, `${workspace}0`)).toContain("installed=slack");
      expect(await find()).toMatchObject({ state: "connected", problem: null });
    },
  );

  it("ignores a removal from before the app was added", async () => {
    const before = talk.server.clock.now() - 1000;
    await add();
    expect(await tell({ type: "app_uninstalled", event_ts: undefined }, before)).toBe(200);
    const notes = talk.server.store.db.selectFrom("channelUpdates").select("note");
    await vi.waitFor(async () => {
      const told = await notes.where("agentId", "=", agent.id).execute();
      expect(told).toEqual([{ note: "The channel was set up again since." }]);
    }, within);
    expect((await find()).state).toBe("connected");
    expect(await add(await talk.createAgent("pilothouse-builtin"))).toContain("connectError=name_taken");
  });

  it.each([
    {
      how: "the channel is off",
      async stop() {
        const { revision, settings } = await find();
        const data = { revision, settings, enabled: false, secrets: {} };
        await team().call(updateChannel, { ...inChannel(), body: { data } });
      },
    },
    {
      how: "the agent was deleted",
      stop: () => team().call(removeAgent, { params: { productId: agent.id }, query: { confirmed: "true" } }),
    },
  ])("leaves the workspace if the app is removed while $how", async ({ stop }) => {
    await add();
    await stop();
    expect(await tell({ type: "app_uninstalled" })).toBe(200);
    const holders = talk.server.store.db.selectFrom("channels").select("agentId");
    await vi.waitFor(
      async () => expect(await holders.where("installedIn", "=", workspace).execute()).toEqual([]),
      within,
    );
    expect(await add(await talk.createAgent("pilothouse-builtin"))).toContain("installed=slack");
  });

  it("forgets its access when the team enters an app of its own", async () => {
    await add();
    const { revision } = await find();
    const secrets = { botToken: slackToken, signingSecret: slackSecret };
    const data = { revision, enabled: true, secrets, settings: { connection: "own" } };
    await team().call(updateChannel, { ...inChannel(), body: { data } });
    expect((await find()).state).toBe("connected");
    const other = await talk.createAgent("pilothouse-builtin");
    expect(await add(other)).toContain("installed=slack");
    expect(await post(writeDirect("Hello"))).toBe(200);
    await answered(1);
  });

  it("asks to add the app first where somebody saves without it", async () => {
    const data = { revision: 0, enabled: true, secrets: {}, settings: { connection: "shared" } };
    const saved = await team().call(updateChannel, { ...inChannel(), body: { data } });
    expect(saved.data).toMatchObject({ state: "broken", problem: "Add the app to Slack first." });
    expect(saved.data.isInstallable).toBe(true);
  });
});
