import { createHmac } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  listIntegrationEvents,
  updateIntegration,
} from "../../../shared/contract/integrations/integrations.ts";
import type { Integration } from "../../../shared/contract/integrations/integrations.ts";
import { providers } from "../../../server/actions/integrations/providers.ts";
import { addConnection } from "../../kit/actions/connectedAgent.ts";
import type { ConnectingTeam } from "../../kit/actions/connectedAgent.ts";
import { stores } from "../../kit/database/stores.ts";
import { startTestServer } from "../../kit/server.ts";

const secret = "what the service signs with";
const settings = { site: "harbor", apiUrl: "https://192.0.2.1/v1", email: "ada@example.com" };

interface Sending {
  url: string;
  body: string;
  now: number;
}

const seconds = (now: number) => String(Math.floor(now / 1000));
const sign = (text: string, encoding: "hex" | "base64" = "hex", key: string | Buffer = secret) =>
  createHmac("sha256", key).update(text).digest(encoding);
const signTimed = ({ body, now }: Sending) => `t=${seconds(now)},v1=${sign(`${seconds(now)}.${body}`)}`;

/** How each service signs, as its own documentation says; written apart from the product's descriptions. */
const services: Record<string, (sending: Sending) => Record<string, string>> = {
  slack: ({ body, now }) => ({
    "x-slack-request-timestamp": seconds(now),
    "x-slack-signature": `v0=${sign(`v0:${seconds(now)}:${body}`)}`,
  }),
  "google-calendar": ({ body }) => ({
    "x-goog-channel-token": secret,
    "x-goog-resource-state": "exists",
    "x-goog-message-number": String(body.length),
  }),
  hubspot: ({ url, body, now }) => ({
    "x-hubspot-request-timestamp": String(now),
    "x-hubspot-signature-v3": sign(`POST${url}${body}${now}`, "base64"),
  }),
  notion: ({ body }) => ({ "x-notion-signature": `sha256=${sign(body)}` }),
  shopify: ({ body }) => ({
    "x-shopify-hmac-sha256": sign(body, "base64"),
    "x-shopify-topic": "orders/create",
  }),
  zendesk: ({ body, now }) => {
    const time = new Date(now).toISOString();
    return {
      "x-zendesk-webhook-signature-timestamp": time,
      "x-zendesk-webhook-signature": sign(time + body, "base64"),
    };
  },
  github: ({ body }) => ({ "x-hub-signature-256": `sha256=${sign(body)}`, "x-github-event": "issues" }),
  calendly: (sending) => ({ "calendly-webhook-signature": signTimed(sending) }),
  "cal-com": ({ body }) => ({ "x-cal-signature-256": sign(body) }),
  stripe: (sending) => ({ "stripe-signature": `${signTimed(sending)},v1=${"0".repeat(64)}` }),
  airtable: ({ body }) => ({
    "x-airtable-content-mac": `hmac-sha256=${sign(body, "hex", Buffer.from(secret, "base64"))}`,
  }),
  custom: ({ body }) => ({ "x-signature-256": `sha256=${sign(body)}` }),
};

describe.each(stores())("events of services on $name", (store) => {
  let team: ConnectingTeam;
  beforeAll(async () => {
    const server = await startTestServer({ store, egressAllow: ["192.0.2.0/24"] });
    const owner = await server.createOwner();
    const agent = await server.createAgent(owner);
    team = { server, client: server.as(owner), productId: agent.id };
  });

  // Connections are made seldom, and their limit fills up again.
  beforeEach(() => team.server.clock.advance(60_000));

  /** A connection that listens, with the secret that its service signs with. */
  async function listen(provider: string, name = provider): Promise<Integration> {
    const known = providers.find(({ id }) => id === provider)?.settings.map(({ id }) => id) ?? [];
    const given = Object.fromEntries(Object.entries(settings).filter(([id]) => known.includes(id)));
    // One that takes a key only is not added without it.
    const key = provider === "stripe" ? { key: "rk_test" } : {};
    return enterSecret(await addConnection(team, { provider, name, settings: given, ...key }));
  }

  async function enterSecret(added: Integration): Promise<Integration> {
    const params = { productId: team.productId, integrationId: added.id };
    const data = { settings: added.settings, eventSecret: secret, updatedAt: added.updatedAt };
    return (await team.client.call(updateIntegration, { params, body: { data } })).data;
  }

  function send(
    { eventsUrl }: Integration,
    { body, headers }: { body: string; headers: Record<string, string> },
  ): Promise<Response> {
    return team.server.request(new URL(eventsUrl ?? "").pathname, { method: "POST", body, headers });
  }

  async function eventsOf({ id: integrationId }: Integration) {
    const params = { productId: team.productId, integrationId };
    return (await team.client.call(listIntegrationEvents, { params, query: {} })).items;
  }

  it.each(Object.entries(services))(
    "of %s are taken once, and not when forged or old",
    async (provider, signed) => {
      const connection = await listen(provider);
      const url = connection.eventsUrl ?? "";
      const body = `{"id":"1","event_id":"1","type":"a","event":"a","said":"Überraschung – ${provider}"}`;
      const now = team.server.clock.now();
      const headers = signed({ url, body, now });
      expect((await send(connection, { body, headers })).status).toBe(204);
      expect((await send(connection, { body, headers })).status).toBe(204);
      expect(await eventsOf(connection)).toMatchObject([{ body }]);

      const isSigned = provider !== "google-calendar";
      const other = isSigned ? headers : { ...headers, "x-goog-channel-token": "guessed" };
      expect((await send(connection, { body: body.replace("Ü", "U"), headers: other })).status).toBe(403);
      expect((await send(connection, { body, headers: {} })).status).toBe(403);
      const isTimed = JSON.stringify(signed({ url, body, now: now - 600_000 })) !== JSON.stringify(headers);
      if (isTimed) {
        const old = { url, body: body.replace('"1"', '"2"'), now: now - 600_000 };
        expect((await send(connection, { body: old.body, headers: signed(old) })).status).toBe(403);
      }
      expect(await eventsOf(connection)).toHaveLength(1);
    },
  );

  it("covers every service that tells something", () => {
    const telling = providers.filter(({ events }) => events !== null).map(({ id }) => id);
    expect(Object.keys(services).toSorted()).toEqual(telling.toSorted());
  });

  it("prove the address to Slack, once the secret is there", async () => {
    const added = await addConnection(team, { provider: "slack", name: "Proof" });
    const body = '{"type":"url_verification","challenge":"say this"}';
    const now = team.server.clock.now();
    const headers = services["slack"]?.({ url: "", body, now }) ?? {};
    expect((await send(added, { body, headers })).status).toBe(403);
    const answer = await send(await enterSecret(added), { body, headers });
    expect([answer.status, await answer.json()]).toEqual([200, { challenge: "say this" }]);
    expect(await eventsOf(added)).toEqual([]);
  });

  it("hand over Notion's token only as long as there is no secret", async () => {
    const added = await addConnection(team, { provider: "notion", name: "Token" });
    const body = '{"verification_token":"secret_abc"}';
    expect((await send(added, { body, headers: {} })).status).toBe(204);
    expect((await send(added, { body: '{"type":"page.created"}', headers: {} })).status).toBe(403);
    expect(await eventsOf(added)).toMatchObject([{ type: "verification", body }]);
    expect((await send(await enterSecret(added), { body, headers: {} })).status).toBe(403);
  });

  it("are not taken at an unknown address, or when they are too large", async () => {
    const added = await listen("github", "Large");
    const body = "x".repeat(1_000_001);
    const headers = services["github"]?.({ url: "", body, now: 0 }) ?? {};
    expect((await send(added, { body, headers })).status).toBe(413);
    const unknown = { ...added, eventsUrl: `${added.eventsUrl}x` };
    expect((await send(unknown, { body: "{}", headers })).status).toBe(404);
  });
});
