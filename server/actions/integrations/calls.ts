import type { BodyOf } from "../../../shared/contract/call.ts";
import {
  connectIntegration,
  createIntegration,
  getIntegration,
  listEventsAndOperations,
  listIntegrationEvents,
  listIntegrations,
  refreshIntegrationToken,
  removeIntegration,
  returnFromProvider,
  updateIntegration,
} from "../../../shared/contract/integrations/integrations.ts";
import type { Integration } from "../../../shared/contract/integrations/integrations.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { findAgent } from "../../agents/find.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { handle } from "../../requests/handle.ts";
import type { MemberCaller, Route } from "../../requests/handle.ts";
import { checkSettings } from "./checkSettings.ts";
import type { Connecting } from "./connecting.ts";
import type { IntegrationDeps } from "./deps.ts";
import { AccessLost, ProviderTrouble } from "./faults.ts";
import { forgetGrants, keepGrant, teamItself } from "./grants.ts";
import { countVisitors, listEvents, listTeamGrants } from "./lists.ts";
import { presentEvent, presentIntegration, presentProvider } from "./present.ts";
import type { Around } from "./present.ts";
import { providers, findProvider } from "./providers.ts";
import type { Provider } from "./Provider.ts";
import { renewNow } from "./renewNow.ts";
import { readSettings, resolveProvider } from "./resolveProvider.ts";
import {
  changeIntegration,
  deleteIntegration,
  findIntegrationRow,
  insertIntegration,
  listIntegrationRows,
  newIntegration,
  sealedColumns,
} from "./stored.ts";
import type { IntegrationRow } from "./tables.ts";
import { askWhoami } from "./useConnection.ts";

type Typed = Omit<BodyOf<typeof createIntegration>["data"], "provider" | "name">;

/** The calls on an agent's connections. */
export function integrationRoutes(deps: IntegrationDeps, connecting: Connecting): Route[] {
  const { store, egress, seal, now, integrations, origins } = deps;

  async function lookAround(): Promise<Around> {
    return { integrations, origin: await origins.look(), now: now() };
  }

  async function present(agent: AgentKey, rows: readonly IntegrationRow[]): Promise<Integration[]> {
    const around = await lookAround();
    const [grants, visitors] = [await listTeamGrants(store.db, agent), await countVisitors(store.db, agent)];
    return rows.map((row) =>
      presentIntegration(row, { grant: grants.get(row.id), visitors: visitors.get(row.id) ?? 0 }, around),
    );
  }

  async function presentOne(agent: AgentKey, row: IntegrationRow): Promise<Integration> {
    const [one] = await present(agent, [row]);
    if (!one) throw new AppError("not_found");
    return one;
  }

  /** Tries a key before it is kept, and tells whose it is. */
  async function tryKey(row: IntegrationRow, key: string, signal: AbortSignal): Promise<string | null> {
    const resolved = resolveProvider(integrations, row);
    const { sends, provider } = resolved;
    if (sends.type === "basic" && sends.username.startsWith("/"))
      throw refuse("settings.email", "Enter the e-mail of the user that the token belongs to.");
    try {
      return await askWhoami(deps, { resolved, accessToken: key, signal });
    } catch (error) {
      if (error instanceof AccessLost)
        throw refuse("key", `${provider.name} does not accept this. Copy it again, as a whole.`);
      if (error instanceof ProviderTrouble) throw new AppError("unavailable", { message: error.message });
      throw error;
    }
  }

  /** Keeps a row and, where one was typed, the key that signs in. */
  async function keep(
    row: IntegrationRow,
    { key, signal }: { key: string | undefined; signal: AbortSignal },
    write: (tx: Parameters<Parameters<typeof store.transaction>[0]>[0]) => Promise<IntegrationRow>,
  ): Promise<IntegrationRow> {
    const account = key === undefined ? null : await tryKey(row, key, signal);
    return store.transaction(async (tx) => {
      const kept = await write(tx);
      if (key === undefined) return kept;
      const { reachedUrl } = resolveProvider(integrations, kept);
      const tokens = { accessToken: key, refreshToken: null, expiresAt: null };
      const given = { row: kept, contactId: teamItself, tokens, reachedUrl, account, now: now() };
      await keepGrant(tx, seal, given);
      return kept;
    });
  }

  return [
    handle(listIntegrations, async ({ caller, params, query: { page, limit } }) => {
      const agent = keyOf(caller, params);
      await findAgent(store.reader, agent);
      const rows = await listIntegrationRows(store.reader, agent);
      const shown = rows.slice((page - 1) * limit, page * limit);
      return { items: await present(agent, shown), page: { page, limit, total: rows.length } };
    }),

    handle(listEventsAndOperations, async ({ caller, params, query: { integrationId } }) => {
      const agent = keyOf(caller, params);
      await findAgent(store.reader, agent);
      const around = await lookAround();
      if (integrationId === undefined)
        return { data: providers.map((provider) => presentProvider(provider, null, around)) };
      const row = await findIntegrationRow(store.reader, { ...agent, integrationId });
      return { data: [presentProvider(knownProvider(row.provider), row, around)] };
    }),

    handle(createIntegration, async ({ caller, params, body, request }) => {
      const { provider: id, name, ...typed } = body.data;
      const agent = keyOf(caller, params);
      await findAgent(store.db, agent);
      const provider = findProvider(id);
      if (!provider) throw refuse("provider", "Choose one of the services.");
      checkWays(provider, typed);
      if (typed.key === undefined && !provider.oauth) throw refuse("key", "Field is required");
      const settings = JSON.stringify(await checkSettings(egress, provider, typed.settings));
      const auth = typed.key === undefined ? "oauth" : "key";
      const begun = newIntegration(agent, { provider: id, name, settings, auth, now: now() });
      const row = {
        ...{ ...begun, clientId: typed.clientId ?? null },
        ...sealedColumns(seal, begun.id, typed),
      };
      const { key } = typed;
      const kept = await keep(row, { key, signal: request.signal }, (tx) => insertIntegration(tx, row));
      return { data: await presentOne(agent, kept) };
    }),

    handle(getIntegration, async ({ caller, params }) => {
      const agent = keyOf(caller, params);
      const row = await findIntegrationRow(store.reader, { ...agent, integrationId: params.integrationId });
      return { data: await presentOne(agent, row) };
    }),

    handle(updateIntegration, async ({ caller, params, body, request }) => {
      const { updatedAt: readAt, ...typed } = body.data;
      const agent = keyOf(caller, params);
      const before = await findIntegrationRow(store.db, { ...agent, integrationId: params.integrationId });
      if (before.updatedAt !== readAt) throw new AppError("conflict");
      const provider = knownProvider(before.provider);
      checkWays(provider, typed);
      const settings = await checkSettings(egress, provider, typed.settings);
      const isOther =
        !isSame(settings, readSettings(before)) ||
        (typed.clientId !== undefined && typed.clientId !== before.clientId);
      const changes: Partial<IntegrationRow> = {
        settings: JSON.stringify(settings),
        ...(typed.key !== undefined && { auth: "key" as const }),
        ...(typed.clientId !== undefined && { clientId: typed.clientId }),
        // A secret is for its client and its address: nobody else's address gets it.
        ...sealedColumns(seal, before.id, isOther ? { clientSecret: null, ...typed } : typed),
      };
      const { key } = typed;
      const row = await keep({ ...before, ...changes }, { key, signal: request.signal }, async (tx) => {
        // It was given for the old address, or to the old client.
        if (isOther) await forgetGrants(tx, { ...agent, integrationId: before.id });
        return changeIntegration(tx, before, { ...changes, readAt, now: now() });
      });
      return { data: await presentOne(agent, row) };
    }),

    handle(removeIntegration, async ({ caller, params }) => {
      const key = { ...keyOf(caller, params), integrationId: params.integrationId };
      await store.transaction((tx) => deleteIntegration(tx, key));
      return undefined;
    }),

    handle(refreshIntegrationToken, async ({ caller, params, query, request }) => {
      const agent = keyOf(caller, params);
      const key = { ...agent, integrationId: params.integrationId };
      const row = await findIntegrationRow(store.db, key);
      const isConfirmed = query.confirmed === "true";
      const renewed = await renewNow(deps, row, { isConfirmed, signal: request.signal });
      return { data: { ...renewed, integration: await presentOne(agent, row) } };
    }),

    handle(listIntegrationEvents, async ({ caller, params, query: { page, limit } }) => {
      const key = { ...keyOf(caller, params), integrationId: params.integrationId };
      await findIntegrationRow(store.reader, key);
      const { rows, total } = await listEvents(store.reader, { ...key, page, limit });
      return { items: rows.map(presentEvent), page: { page, limit, total } };
    }),

    handle(connectIntegration, async ({ caller, params, body, request }) => {
      const { agentId, integrationId, returnTo } = body.data;
      const { organizationId } = caller;
      await findAgent(store.db, { organizationId, agentId });
      const row = await findIntegrationRow(store.db, { organizationId, agentId, integrationId });
      if (row.provider !== params.provider) throw new AppError("not_found");
      return { data: { url: await connecting.begin(caller, { row, returnTo, request }) } };
    }),

    handle(returnFromProvider, ({ query, request }) => connecting.comeBack(query, request)),
  ];
}

function keyOf({ organizationId }: MemberCaller, { productId }: { productId: string }): AgentKey {
  return { organizationId, agentId: productId };
}

function knownProvider(id: string): Provider {
  const provider = findProvider(id);
  if (!provider) throw new AppError("not_found");
  return provider;
}

function refuse(path: string, message: string): AppError {
  return new AppError("invalid_input", { fields: [{ path: `body.data.${path}`, message }] });
}

/** A key or a client only where the provider takes one. */
function checkWays({ name, key, oauth, events }: Provider, typed: Typed): void {
  if (typed.key !== undefined && !key) throw refuse("key", `${name} doesn’t use keys. Sign in there.`);
  if (typed.clientId != null && !oauth) throw refuse("clientId", `${name} needs a key.`);
  if (typed.eventSecret != null && !events) throw refuse("eventSecret", `${name} sends no events.`);
}

function isSame(one: Record<string, string>, other: Record<string, string>): boolean {
  const sorted = (from: Record<string, string>) => JSON.stringify(Object.entries(from).toSorted());
  return sorted(one) === sorted(other);
}
