import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import { returnFromProvider } from "../../../shared/contract/integrations/integrations.ts";
import { readSafePath } from "../../../shared/domain/safePath.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { refuseReturned, withQuery } from "../../accounts/returned.ts";
import { createSocialAttempts } from "../../accounts/socialAttempts.ts";
import type { QueryOf } from "../../../shared/contract/call.ts";
import type { MemberCaller, RequestFacts } from "../../requests/handle.ts";
import { askTokens } from "./askTokens.ts";
import type { Tokens } from "./askTokens.ts";
import type { IntegrationDeps } from "./deps.ts";
import { AccessLost, ProviderTrouble } from "./faults.ts";
import { keepGrant, teamItself } from "./grants.ts";
import { resolveProvider } from "./resolveProvider.ts";
import type { OAuthClient, ResolvedProvider } from "./resolveProvider.ts";
import { findIntegrationRow, openClient } from "./stored.ts";
import type { IntegrationKey } from "./stored.ts";
import type { IntegrationRow } from "./tables.ts";
import { askWhoami } from "./useConnection.ts";
import { codeAddress, keepSignIn } from "./visitorSignIn.ts";

/** Marks an attempt as one of these: other capabilities send people to providers, too. */
const purpose = "integration";

/** Marks one of a visitor, who has no session of the console. */
const visitorPurpose = "visitor-integration";

interface Beginning {
  row: IntegrationRow;
  returnTo: string;
  request: RequestFacts;
}

/** Stands before a visitor's state: who comes back too late is told so as a visitor, and not sent to the console. */
const visitorMark = "visitor.";

/** The way to a provider and back, for the team and for visitors. */
export type Connecting = ReturnType<typeof createConnecting>;

type Returned = QueryOf<typeof returnFromProvider>;

/** How somebody gives access to their account at a provider: the way there, the way back, and what is kept of it. */
export function createConnecting(deps: IntegrationDeps) {
  const { store, seal, now, origins, report } = deps;
  const attempts = createSocialAttempts({ db: store.db, seal, now });

  /** Gives the provider's address at which somebody agrees. */
  async function begin(
    caller: Pick<MemberCaller, "organizationId" | "userId" | "sessionId">,
    { row, returnTo, request }: Beginning,
  ): Promise<string> {
    const resolved = resolveProvider(deps.integrations, row);
    const client = findUsableClient(row, resolved);
    const redirectUri = await returnUri();
    const codeVerifier = generateRandomCodeVerifier();
    const state = await attempts.put(request, "connecting", {
      ...{ sessionId: caller.sessionId, userId: caller.userId, codeVerifier },
      state: {
        ...{ purpose, organizationId: row.organizationId, agentId: row.agentId, integrationId: row.id },
        ...{ redirectUri, returnTo: readSafePath(returnTo, new URL(redirectUri).origin) ?? "/" },
      },
    });
    return writeAddress(resolved, { client, redirectUri, state, codeVerifier });
  }

  /** The same for a visitor whose run waits for it. */
  async function beginForVisitor(
    runId: string,
    { row, request }: Omit<Beginning, "returnTo">,
  ): Promise<string> {
    const resolved = resolveProvider(deps.integrations, { ...row, auth: "oauth" });
    const client = findUsableClient(row, resolved);
    const redirectUri = await returnUri();
    const codeVerifier = generateRandomCodeVerifier();
    const { organizationId, agentId, id: integrationId } = row;
    const token = await attempts.put(request, "connecting", {
      ...{ sessionId: "", userId: "", codeVerifier },
      state: { purpose: visitorPurpose, organizationId, agentId, integrationId, redirectUri, runId },
    });
    const state = visitorMark + token;
    return writeAddress(resolved, { client, redirectUri, state, codeVerifier });
  }

  /** Takes a visitor back, and leads them to the code that their chat waits for. */
  async function takeVisitor(
    query: Returned,
    {
      codeVerifier,
      state,
      signal,
    }: { codeVerifier: string; state: Record<string, string>; signal: AbortSignal },
  ): Promise<{ location: string }> {
    const { organizationId = "", agentId = "", integrationId = "", redirectUri = "", runId = "" } = state;
    try {
      const row = await findIntegrationRow(store.db, { organizationId, agentId, integrationId });
      const { tokens, account } = await askAccess(row, { query, redirectUri, codeVerifier, signal });
      return {
        location: codeAddress(await keepSignIn(deps, { organizationId, runId, tokens, account, row })),
      };
    } catch (error) {
      nameFault(error);
      return { location: codeAddress(null) };
    }
  }

  async function comeBackAsVisitor(query: Returned, request: RequestFacts): Promise<{ location: string }> {
    const token = (query.state ?? "").slice(visitorMark.length);
    try {
      const { codeVerifier, state } = await attempts.take(request, "connecting", token);
      if (state["purpose"] !== visitorPurpose) throw new AppError("provider_expired");
      return await takeVisitor(query, { codeVerifier, state, signal: request.signal });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { location: codeAddress(null) };
    }
  }

  /** Takes somebody back who agreed or declined; gives the console's address that says what came of it. */
  async function comeBack(query: Returned, request: RequestFacts): Promise<{ location: string }> {
    const given = query.state ?? "";
    if (given.startsWith(visitorMark)) return comeBackAsVisitor(query, request);
    const taken = await attempts.take(request, "connecting", given);
    const { sessionId, userId, codeVerifier, state } = taken;
    const { organizationId = "", agentId = "", integrationId = "", redirectUri = "", returnTo = "/" } = state;
    const { signal } = request;
    if (state["purpose"] !== purpose) throw new AppError("provider_expired");
    try {
      await refuseReturned(deps, { sessionId, userId, organizationId }, "integrations.update");
      const row = await findIntegrationRow(store.db, { organizationId, agentId, integrationId });
      await keepAccess(row, { query, redirectUri, codeVerifier, signal });
      return { location: withQuery(returnTo, { connected: row.id }) };
    } catch (error) {
      await noteProblem({ organizationId, agentId, integrationId }, error);
      return { location: withQuery(returnTo, { connectError: nameFault(error) }) };
    }
  }

  interface Returning {
    query: Returned;
    redirectUri: string;
    codeVerifier: string;
    signal: AbortSignal;
  }

  /** Exchanges the code, and asks whose the access is. */
  async function askAccess(
    row: IntegrationRow,
    { query, redirectUri, codeVerifier, signal }: Returning,
  ): Promise<{ resolved: ResolvedProvider; tokens: Tokens; account: string | null }> {
    // A person who declines at the provider returns without a code.
    if (!query.code) throw new AppError("provider_cancelled");
    const resolved = resolveProvider(deps.integrations, { ...row, auth: "oauth" });
    const client = findUsableClient(row, resolved);
    const answer = new URLSearchParams(
      Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
    );
    const asking = { egress: deps.egress, resolved, client, now: now(), signal };
    const state = query.state ?? "";
    const tokens = await askTokens(asking, { kind: "code", answer, state, redirectUri, codeVerifier });
    const { accessToken } = tokens;
    return { resolved, tokens, account: await askWhoami(deps, { resolved, accessToken, signal }) };
  }

  async function keepAccess(row: IntegrationRow, returning: Returning): Promise<void> {
    const { resolved, tokens, account } = await askAccess(row, returning);
    await store.transaction(async (tx) => {
      // Changed or disconnected while somebody was at the provider.
      const { updatedAt, organizationId, agentId, id } = row;
      const there = await findIntegrationRow(tx, { organizationId, agentId, integrationId: id });
      if (there.updatedAt !== updatedAt) throw new AppError("conflict");
      await tx
        .updateTable("integrations")
        .set({ auth: "oauth", problem: null, updatedAt: Math.max(now(), updatedAt + 1) })
        .where("organizationId", "=", organizationId)
        .where("id", "=", id)
        .execute();
      const { reachedUrl } = resolved;
      await keepGrant(tx, seal, { row, contactId: teamItself, tokens, reachedUrl, account, now: now() });
    });
  }

  function findUsableClient(
    row: IntegrationRow,
    { provider, authorizeUrl, tokenUrl }: ResolvedProvider,
  ): OAuthClient {
    if (!provider.oauth)
      throw new AppError("conflict", { message: `${provider.name} is connected by a key.` });
    if (!authorizeUrl || !tokenUrl)
      throw new AppError("conflict", {
        message: "Enter the authorization address and the token address first.",
      });
    const client = openClient(deps, row);
    if (!client)
      throw new AppError("conflict", { message: `Enter a client ID and secret of ${provider.name} first.` });
    return client;
  }

  /** The address that is registered at the providers; no header of a request decides it. */
  async function returnUri(): Promise<string> {
    return returnAddress(await origins.find());
  }

  /** Gives the code of what went wrong; what a service said of it stands with the connection, not in an address. */
  function nameFault(error: unknown): string {
    if (error instanceof AppError) return error.code;
    report(error);
    return "provider_failed";
  }

  async function noteProblem(key: IntegrationKey, error: unknown): Promise<void> {
    const isTold = error instanceof AccessLost || error instanceof ProviderTrouble;
    await store.db
      .updateTable("integrations")
      .set({ problem: isTold ? error.message : null })
      .where("organizationId", "=", key.organizationId)
      .where("agentId", "=", key.agentId)
      .where("id", "=", key.integrationId)
      .execute();
  }

  return { begin, beginForVisitor, comeBack };
}

/** The address at which every provider sends people back to an origin. */
export function returnAddress(origin: string): string {
  return `${origin}/api/${returnFromProvider.family}${returnFromProvider.path}`;
}

interface Leaving {
  client: OAuthClient;
  redirectUri: string;
  state: string;
  codeVerifier: string;
}

async function writeAddress(
  { provider, authorizeUrl, scopes }: ResolvedProvider,
  { client, redirectUri, state, codeVerifier }: Leaving,
): Promise<string> {
  const url = new URL(authorizeUrl);
  const fields = {
    ...{ client_id: client.clientId, redirect_uri: redirectUri, response_type: "code", state },
    ...(scopes.length > 0 && { scope: scopes.join(provider.oauth?.scopeSeparator ?? " ") }),
    ...provider.oauth?.query,
    ...(provider.oauth?.usesPkce && {
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
    }),
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}
