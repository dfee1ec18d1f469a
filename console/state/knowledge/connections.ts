import {
  getConnecting,
  getOAuthUrl,
  openGoogleDrivePicker,
  openNotionPicker,
  removeConnection,
  verifyToken,
} from "../../../shared/contract/knowledge/connections.ts";
import type { Connecting, Connection, Shelf } from "../../../shared/contract/knowledge/connections.ts";
import type { ConnectionProvider } from "../../../shared/contract/knowledge/sourceConnection.ts";
import { browser } from "../platform/browser.ts";
import { callSources } from "./callSources.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** Tells how accounts of a provider can be connected, with one's own. */
export async function readConnecting(orgId: string, provider: ConnectionProvider): Promise<Connecting> {
  return (await client.call(getConnecting, { params: { orgId, provider } })).data;
}

interface Leaving {
  type: ConnectionProvider;
  /** The page of ours to come back to. */
  returnTo: string;
  /** The source that is read with what is connected; one that agents share names none of them. */
  source?: { agentId: string; sourceId: string };
}

/** Leaves for the provider's own page, on which people let us read their account. */
export async function signInAtProvider({ type, returnTo, source }: Leaving): Promise<void> {
  const { agentId, sourceId } = source ?? {};
  const named = { ...(sourceId && { sourceId }), ...(agentId && { agentId }) };
  const { url } = (await client.call(getOAuthUrl, { query: { type, returnTo, ...named } })).data;
  browser.go(url);
}

/** Connects by a token that the provider gave; rejects with why it is refused. */
export async function connectByToken(
  { orgId, agentId }: AgentPlace,
  data: { token: string; sourceId?: string },
): Promise<Connection> {
  const params = { orgId, productId: agentId };
  return (await callSources(verifyToken, { params, body: { data: { type: "notion", ...data } } })).data;
}

/** Has the server forget the access. */
export function disconnect(
  orgId: string,
  { id, provider }: Pick<Connection, "id" | "provider">,
): Promise<void> {
  return client.call(removeConnection, { params: { orgId, provider, connectionId: id } });
}

export interface Browsing {
  connectionId: string;
  inside?: string;
  search?: string;
  link?: string;
  cursor?: string;
}

/** What lies in an account, or what a search or a link finds there. */
export async function browseAccount(
  provider: ConnectionProvider,
  query: Browsing,
  signal?: AbortSignal,
): Promise<Shelf> {
  const call = provider === "googleDrive" ? openGoogleDrivePicker : openNotionPicker;
  return (await client.call(call, { query, ...(signal && { signal }) })).data;
}
