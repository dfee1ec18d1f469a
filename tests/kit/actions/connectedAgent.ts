import { expect } from "vitest";
import {
  connectIntegration,
  createIntegration,
  getIntegration,
} from "../../../shared/contract/integrations/integrations.ts";
import type { Integration } from "../../../shared/contract/integrations/integrations.ts";
import type { HttpConfig, SkillDraft } from "../../../shared/contract/skills/skills.ts";
import type { TestClient } from "../client.ts";
import type { TestServer } from "../server.ts";

/** An agent's team, at the server that it uses. */
export interface ConnectingTeam {
  server: TestServer;
  client: TestClient;
  productId: string;
}

/** Adds a connection that nobody connected yet. */
export async function addConnection(
  { client, productId }: ConnectingTeam,
  data: { provider: string; name: string } & Partial<Parameters<typeof typed>[0]>,
): Promise<Integration> {
  const added = await client.call(createIntegration, { params: { productId }, body: { data: typed(data) } });
  return added.data;
}

function typed<Data extends { provider: string; name: string }>(
  data: Data & {
    settings?: Record<string, string>;
    key?: string;
    clientId?: string;
    clientSecret?: string;
    eventSecret?: string;
  },
) {
  return { settings: {}, ...data };
}

/** Asks where to go, and keeps the cookie that binds it to the browser. */
export async function leaveFor(
  { client, productId }: ConnectingTeam,
  { id: integrationId, provider }: Integration,
): Promise<{ url: string; cookie: string }> {
  const data = { agentId: productId, integrationId, returnTo: "/accounts/o1?connection=1" };
  const response = await client.send(connectIntegration, { params: { provider }, body: { data } });
  expect(response.status, await response.clone().text()).toBe(200);
  const cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return { url: (await response.json()).data.url, cookie };
}

/** Clicks on the service's page, and gives the address that it leads the browser to. */
export async function click(url: string, name: "Allow" | "Deny"): Promise<string> {
  const page = await (await fetch(url)).text();
  const link = new RegExp(`<a href="([^"]+)">${name}`).exec(page)?.[1] ?? "";
  return link.replaceAll("&amp;", "&");
}

/** Opens the address to which the service sent the browser, and gives where that leads. */
export async function comeBack(
  { server }: ConnectingTeam,
  { link, cookie }: { link: string; cookie: string },
): Promise<URL> {
  const { pathname, search } = new URL(link);
  const response = await server.request(pathname + search, { headers: { cookie } });
  expect(response.status, await response.clone().text()).toBe(302);
  return new URL(response.headers.get("location") ?? "", server.origin);
}

/** Goes to the service and comes back as a browser does. */
export async function connectTo(team: ConnectingTeam, integration: Integration): Promise<Integration> {
  const { url, cookie } = await leaveFor(team, integration);
  const end = await comeBack(team, { link: await click(url, "Allow"), cookie });
  expect(end.search).toContain(`connected=${integration.id}`);
  return readConnection(team, integration);
}

export async function readConnection(
  { client, productId }: ConnectingTeam,
  { id: integrationId }: Pick<Integration, "id">,
): Promise<Integration> {
  return (await client.call(getIntegration, { params: { productId, integrationId } })).data;
}

/** A skill that reads from a connection. */
export function readingSkill(name: string, url: string, change: Partial<HttpConfig> = {}): SkillDraft {
  return {
    ...{ name: "read_calendar", title: "My calendar", description: "Reads the calendar.", examples: [] },
    ...{ inputs: [], enabled: true, risk: "read", verifiedOnly: false, oncePerConversation: false },
    ...{ timeoutSeconds: 5, answer: "" },
    config: {
      ...{ kind: "http", method: "GET", url, query: [], headers: [], bodyType: "none", body: "", pick: "" },
      auth: { type: "connection", name, owner: "team" },
      ...change,
    },
  };
}
