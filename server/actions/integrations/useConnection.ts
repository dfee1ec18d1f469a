import type { JSONValue } from "@jmespath-community/jmespath";
import { searchJson } from "../searchJson.ts";
import type { HttpConfig } from "../../../shared/contract/skills/skills.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { ConnectedUse } from "../skills/deps.ts";
import { trySending } from "../skills/http/trySending.ts";
import type { SkillOutcome } from "../skills/http/sendRequest.ts";
import type { IntegrationDeps } from "./deps.ts";
import { AccessLost, ProviderTrouble } from "./faults.ts";
import { changeGrant, findGrant, openGrant, teamItself } from "./grants.ts";
import type { GrantTokens } from "./grants.ts";
import type { Provider } from "./Provider.ts";
import { renewGrant } from "./renewGrant.ts";
import { reachedAddress, resolveProvider } from "./resolveProvider.ts";
import type { ResolvedProvider } from "./resolveProvider.ts";
import { findByName, openClient } from "./stored.ts";
import type { IntegrationGrantRow, IntegrationRow } from "./tables.ts";

/** How long before its end it is renewed, so that no request is on its way with one that has just ended. */
const renewAheadMs = 60_000;

/** The access with which requests of a connection are signed. */
export interface OpenAccess {
  resolved: ResolvedProvider;
  grant: IntegrationGrantRow;
  tokens: GrantTokens;
}

/** Opens somebody's access, renewed where it is about to end. Throws AccessLost and ProviderTrouble. */
export async function openAccess(
  deps: IntegrationDeps,
  row: IntegrationRow,
  { contactId, signal }: { contactId: string; signal: AbortSignal },
): Promise<OpenAccess> {
  const resolved = resolveProvider(deps.integrations, row);
  const { organizationId, id: integrationId } = row;
  const grant = await findGrant(deps.store.db, { organizationId, integrationId, contactId });
  if (!grant) throw new AccessLost(`${row.name} is not connected yet.`);
  if (grant.broken !== null) throw new AccessLost(`${row.name} has to be connected again. ${grant.broken}`);
  const isEnding = grant.expiresAt !== null && grant.expiresAt - renewAheadMs <= deps.now();
  if (isEnding) return renewAccess(deps, row, { resolved, grant, signal });
  return withTokens(deps, { resolved, grant });
}

/** Renews an access that is about to end, or that the provider has just refused. */
export async function renewAccess(
  deps: IntegrationDeps,
  row: IntegrationRow,
  {
    resolved,
    grant,
    signal,
  }: { resolved: ResolvedProvider; grant: IntegrationGrantRow; signal: AbortSignal },
): Promise<OpenAccess> {
  if (grant.renewable === 0) {
    const why = `${resolved.provider.name} ended or revoked this access.`;
    await changeGrant(deps.store.db, grant, { broken: why, updatedAt: deps.now() });
    throw new AccessLost(`${row.name} has to be connected again. ${why}`);
  }
  const client = openClient(deps, row);
  return withTokens(deps, { resolved, grant: await renewGrant(deps, { grant, resolved, client, signal }) });
}

function withTokens({ seal }: IntegrationDeps, access: Omit<OpenAccess, "tokens">): OpenAccess {
  const tokens = openGrant(seal, access.grant, access.resolved.reachedUrl);
  if (!tokens)
    throw new AccessLost(
      `The address of ${access.resolved.provider.name} or this server's secret key changed. Connect again.`,
    );
  return { ...access, tokens };
}

/** Sends a skill's request by a connection, once. What goes wrong is in the outcome; it throws only where the signal ended it. */
export async function useConnection(deps: IntegrationDeps, use: ConnectedUse): Promise<SkillOutcome> {
  const { config, contactId, signal } = use;
  const { auth } = config;
  if (auth.type !== "connection") throw new Error("Only requests of connections are sent here.");
  const row = await findByName(deps.store.db, { ...keyOf(use), name: auth.name });
  if (!row) return failed(`There is no connection called ${auth.name}. Add it, or choose another one.`);
  const owner = auth.owner === "visitor" ? contactId : teamItself;
  if (owner === null) return failed("The visitor has to sign in first.");
  try {
    const access = await openAccess(deps, row, { contactId: owner, signal });
    const outcome = await sendBy(deps, use, access);
    if (!isRefused(access.resolved.provider, outcome)) return explain(access.resolved.provider, outcome);
    // A request that was refused did nothing, so it is sent again.
    const isKey = access.grant.renewable === 0;
    const renewed = isKey ? access : await renewAccess(deps, row, { ...access, signal });
    const again = await sendBy(deps, use, renewed);
    const isLost = isRefused(renewed.resolved.provider, again) && (await isAccessLost(deps, renewed, signal));
    if (!isLost) return explain(renewed.resolved.provider, again);
    const why = await markRefused(deps, renewed, { isKey });
    return { ...again, error: `${row.name} has to be connected again. ${why}` };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AccessLost) && !(error instanceof ProviderTrouble)) throw error;
    return failed(error.message);
  }
}

function keyOf({ organizationId, agentId }: AgentKey): AgentKey {
  return { organizationId, agentId };
}

async function sendBy(
  { egress }: IntegrationDeps,
  { config, inputs, idempotencyKey, timeoutSeconds, signal }: ConnectedUse,
  { resolved, tokens }: OpenAccess,
): Promise<SkillOutcome> {
  const url = reachedAddress(resolved, config.url);
  if (url === null)
    return failed(`The address must start with ${resolved.apiUrl}: the access is for that service only.`);
  const skill = { config: { ...config, url, auth: resolved.sends }, timeoutSeconds };
  return trySending(egress, { skill, inputs, secret: tokens.accessToken, idempotencyKey, signal });
}

/** Asks the service itself: that it refuses one request says nothing of all others. Where it can't be asked, it does. */
async function isAccessLost(
  deps: IntegrationDeps,
  { resolved, tokens }: OpenAccess,
  signal: AbortSignal,
): Promise<boolean> {
  if (!resolved.provider.whoami) return true;
  try {
    await askWhoami(deps, { resolved, accessToken: tokens.accessToken, signal });
    return false;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProviderTrouble) return false;
    if (error instanceof AccessLost) return true;
    throw error;
  }
}

async function markRefused(
  { store, now }: IntegrationDeps,
  { grant, resolved }: OpenAccess,
  { isKey }: { isKey: boolean },
): Promise<string> {
  const { name } = resolved.provider;
  const why = isKey
    ? `${name} ended or revoked this access.`
    : `${name} refuses this access, also after it was renewed.`;
  await changeGrant(store.db, grant, { broken: why, updatedAt: now() });
  return why;
}

function isRefused({ fault }: Provider, outcome: SkillOutcome): boolean {
  if (outcome.response?.status === 401) return true;
  const said = readFault({ fault }, outcome);
  return said !== null && fault?.lost.includes(said) === true;
}

/** What a provider calls a failure with 200 is one, and so is a web page: sign-in and maintenance pages come with 200, too. */
function explain(provider: Provider, outcome: SkillOutcome): SkillOutcome {
  if (outcome.error === null && isPage(outcome)) {
    const error = `${provider.name} answered with a web page instead of data. Check the address, or try again later.`;
    return { ...outcome, picked: null, data: null, error };
  }
  const said = outcome.error === null ? readFault(provider, outcome) : null;
  if (said === null) return outcome;
  return { ...outcome, picked: null, data: null, error: `${provider.name} said: ${said.slice(0, 300)}` };
}

function isPage({ response }: SkillOutcome): boolean {
  if (!response) return false;
  const isHtml = response.headers["content-type"]?.startsWith("text/html") ?? false;
  return isHtml ? /^\s*</.test(response.body) : /^\s*<(?:!doctype\s+html|html)\b/i.test(response.body);
}

function readFault({ fault }: Pick<Provider, "fault">, { response }: SkillOutcome): string | null {
  if (!fault || !response) return null;
  try {
    const said = searchJson(JSON.parse(response.body) as JSONValue, fault.pick);
    return typeof said === "string" ? said : null;
  } catch {
    return null;
  }
}

/** Tells whose an access is; null where the provider tells nothing. Throws AccessLost where it is refused. */
export async function askWhoami(
  deps: IntegrationDeps,
  { resolved, accessToken, signal }: { resolved: ResolvedProvider; accessToken: string; signal: AbortSignal },
): Promise<string | null> {
  const { provider, reachedUrl, sends } = resolved;
  if (!provider.whoami) return null;
  const { path, method = "GET", headers = {}, pick } = provider.whoami;
  const config: HttpConfig = {
    ...{ kind: "http", method, url: reachedUrl + path, query: [], bodyType: "none", body: "", pick },
    ...{ headers: Object.entries(headers).map(([name, value]) => ({ name, value })), auth: sends },
  };
  const outcome = await trySending(deps.egress, {
    ...{ skill: { config, timeoutSeconds: 15 }, inputs: {}, secret: accessToken },
    ...{ idempotencyKey: crypto.randomUUID(), signal },
  });
  const isForbidden = isRefused(provider, outcome);
  if (isForbidden) throw new AccessLost(`${provider.name} does not accept this access.`);
  const { error, data } = explain(provider, outcome);
  // An access that may not ask whose it is may do other things all the same.
  const isScarce = outcome.response?.status === 403;
  if (error !== null && !isScarce) throw new ProviderTrouble(error);
  return typeof data === "string" && data !== "" ? data.slice(0, 200) : null;
}

function failed(error: string): SkillOutcome {
  return { request: null, response: null, picked: null, data: null, error, ms: 0 };
}
