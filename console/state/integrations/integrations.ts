import type { AnswerOf, BodyOf } from "../../../shared/contract/call.ts";
import {
  connectIntegration,
  createIntegration,
  getIntegration,
  listEventsAndOperations,
  listIntegrationEvents,
  listIntegrations,
  refreshIntegrationToken,
  removeIntegration,
  updateIntegration,
} from "../../../shared/contract/integrations/integrations.ts";
import type { Integration, IntegrationProvider } from "../../../shared/contract/integrations/integrations.ts";
import { browser } from "../platform/browser.ts";
import { client } from "../platform/client.ts";
import { createResource, fill, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";
import { agentTabPath } from "../shell/paths.ts";
import type { AgentPlace } from "../shell/paths.ts";

export type TypedIntegration = BodyOf<typeof createIntegration>["data"];
export type IntegrationChange = BodyOf<typeof updateIntegration>["data"];
type EventPage = AnswerOf<typeof listIntegrationEvents>;

export interface IntegrationPlace extends AgentPlace {
  integrationId: string;
}

/** The services that there are, and the connections of the agent that is open. */
export const integrations =
  createResource<Of<{ providers: IntegrationProvider[]; connections: Integration[] }>>();
/** The connection that is open, with its service and its newest events. */
export const openIntegration =
  createResource<Of<{ connection: Integration; provider: IntegrationProvider; events: EventPage }>>();

const mostOnPage = 100;
const eventsShown = 20;

export function loadIntegrations({ orgId, agentId }: AgentPlace): Promise<void> {
  resetUnlessOf(integrations, agentId);
  return load(integrations, async () => {
    const params = { orgId, productId: agentId };
    const [{ data: providers }, { items: connections }] = await Promise.all([
      client.call(listEventsAndOperations, { params, query: {} }),
      client.call(listIntegrations, { params, query: { limit: mostOnPage } }),
    ]);
    return { of: agentId, providers, connections };
  });
}

export function loadIntegration(place: IntegrationPlace): Promise<void> {
  const { orgId, agentId, integrationId } = place;
  resetUnlessOf(openIntegration, integrationId);
  return load(openIntegration, async () => {
    const [{ data: connection }, { data: providers }, events] = await Promise.all([
      client.call(getIntegration, { params: paramsOf(place) }),
      client.call(listEventsAndOperations, {
        params: { orgId, productId: agentId },
        query: { integrationId },
      }),
      client.call(listIntegrationEvents, { params: paramsOf(place), query: { limit: eventsShown } }),
    ]);
    const [provider] = providers;
    if (!provider) throw new Error("The server named no service.");
    return { of: integrationId, connection, provider, events };
  });
}

/** Adds a connection; it is connected by its key at once, or by `signInAt` next. */
export async function addIntegration(place: AgentPlace, data: TypedIntegration): Promise<Integration> {
  const params = { orgId: place.orgId, productId: place.agentId };
  const { data: added } = await client.call(createIntegration, { params, body: { data } });
  return added;
}

/** Leaves for the service's own page, on which people let the agent use their account. */
export async function signInAt(
  { orgId, agentId }: AgentPlace,
  { id, provider }: Pick<Integration, "id" | "provider">,
): Promise<void> {
  const returnTo = connectionPath({ orgId, agentId }, id);
  const { data } = await client.call(connectIntegration, {
    params: { orgId, provider },
    body: { data: { agentId, integrationId: id, returnTo } },
  });
  browser.go(data.url);
}

/** Changes a connection that nobody saved since it was read. */
export async function changeIntegration(
  place: IntegrationPlace,
  data: IntegrationChange,
): Promise<Integration> {
  const { data: changed } = await client.call(updateIntegration, { params: paramsOf(place), body: { data } });
  const open = openIntegration.data;
  if (open?.of === place.integrationId) fill(openIntegration, { ...open, connection: changed });
  return changed;
}

/** Renews the access, or tries it, and gives what is said of that. */
export async function renewIntegration(
  place: IntegrationPlace,
): Promise<{ isDone: boolean; message: string }> {
  const { data } = await client.call(refreshIntegrationToken, {
    params: paramsOf(place),
    query: { confirmed: "true" },
  });
  const open = openIntegration.data;
  if (open?.of === place.integrationId) fill(openIntegration, { ...open, connection: data.integration });
  return data;
}

export function disconnectIntegration(place: IntegrationPlace): Promise<void> {
  return client.call(removeIntegration, { params: paramsOf(place), query: { confirmed: "true" } });
}

/** The path of one connection, or of all of them. */
export function connectionPath(place: AgentPlace, integrationId?: string): string {
  const base = agentTabPath({ ...place, tab: "integrations/connections" });
  return integrationId === undefined ? base : `${base}/${encodeURIComponent(integrationId)}`;
}

function paramsOf({ orgId, agentId, integrationId }: IntegrationPlace) {
  return { orgId, productId: agentId, integrationId };
}
