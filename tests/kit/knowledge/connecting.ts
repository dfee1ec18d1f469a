import { expect } from "vitest";
import { getOAuthUrl } from "../../../shared/contract/knowledge/connections.ts";
import type { ConnectionProvider } from "../../../shared/contract/knowledge/sourceConnection.ts";
import type { OpenKnowledge } from "./knowledge.ts";

export interface Connecting {
  type: ConnectionProvider;
  returnTo?: string;
  sourceId?: string;
  /** What the person clicks on the provider's page. */
  click?: "Allow" | "Deny";
}

/** Goes to a provider and comes back as a browser does: gives where it ends. */
export async function connectAccount(knowledge: OpenKnowledge, connecting: Connecting): Promise<URL> {
  const { url, cookie } = await leaveFor(knowledge, connecting);
  const page = await (await fetch(url)).text();
  const link = new RegExp(`<a href="([^"]+)">${connecting.click ?? "Allow"}`).exec(page)?.[1] ?? "";
  return comeBack(knowledge, { link: link.replaceAll("&amp;", "&"), cookie });
}

/** Asks where to go, and keeps the cookie that binds it to the browser. */
export async function leaveFor(
  { client, productId, server }: OpenKnowledge,
  { type, returnTo = "/accounts/o1?add=googleDrive", sourceId }: Connecting,
): Promise<{ url: string; cookie: string }> {
  const query = { type, returnTo, ...(sourceId && { agentId: productId, sourceId }) };
  const response = await client.send(getOAuthUrl, { query });
  expect(response.status, await response.clone().text()).toBe(200);
  const cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  expect(server.origin).toBeTruthy();
  return { url: (await response.json()).data.url, cookie };
}

/** Opens the address to which the provider sent the browser, and gives where that leads. */
export async function comeBack(
  { server }: OpenKnowledge,
  { link, cookie }: { link: string; cookie: string },
): Promise<URL> {
  const { pathname, search } = new URL(link);
  const response = await server.request(pathname + search, { headers: { cookie } });
  expect(response.status, await response.clone().text()).toBe(302);
  return new URL(response.headers.get("location") ?? "", server.origin);
}
