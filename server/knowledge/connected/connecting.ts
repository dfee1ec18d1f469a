import type { Gates } from "../../requests/gates.ts";
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import { returnFromGoogle, returnFromNotion } from "../../../shared/contract/knowledge/connections.ts";
import type { ConnectionProvider } from "../../../shared/contract/knowledge/sourceConnection.ts";
import { readSafePath } from "../../../shared/domain/safePath.ts";
import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { refuseReturned, withQuery } from "../../accounts/returned.ts";
import { createSocialAttempts } from "../../accounts/socialAttempts.ts";
import type { Secrets } from "../../database/secrets.ts";
import type { Egress } from "../../egress/egress.ts";
import type { MemberCaller, RequestFacts } from "../../requests/handle.ts";
import { lockSource } from "../find.ts";
import { readConfig } from "../present.ts";
import { createSourceWork, type SourceWorkDeps } from "../sourceWork.ts";
import { makeWay } from "../sync/runs.ts";
import { openAccess } from "./access.ts";
import { isConnected, type Connected } from "./connected.ts";
import { keepConnection, sealTokens } from "./connections.ts";
import type { Provider, Tokens } from "./provider.ts";
import type { ConnectionRow } from "./tables.ts";
import { askTokens } from "./tokens.ts";

export interface ConnectDeps extends SourceWorkDeps {
  connected: Connected;
  egress: Egress;
  seal: Pick<Secrets, "seal" | "unseal">;
  /** A member of an organization; null for everybody else. */
  findMember: Gates["findMember"];
  /** Whether this session of a person still holds. */
  hasSession(session: { sessionId: string; userId: string }): Promise<boolean>;
  report: (error: unknown) => void;
}

/** The source that is to be read with what is connected. */
interface Target {
  agentId: string;
  sourceId: string;
}

interface Begun {
  type: ConnectionProvider;
  returnTo: string;
  agentId?: string | undefined;
  sourceId?: string | undefined;
}

/** How an account is connected: the way to its provider, the way back, and what is kept of it. */
export function createConnecting(deps: ConnectDeps) {
  const { store, connected, egress, seal, now, report } = deps;
  const { providers } = connected;
  const attempts = createSocialAttempts({ db: store.db, seal, now });
  const work = createSourceWork(deps);

  /** Asks whose the tokens are before they are kept. */
  async function keep(
    owner: { organizationId: string; userId: string },
    { provider, tokens, target }: { provider: Provider; tokens: Tokens; target: Target | null },
  ): Promise<ConnectionRow> {
    const key = { organizationId: owner.organizationId, connectionId: "new" };
    const unknown: ConnectionRow = {
      ...{ ...owner, id: key.connectionId, provider: provider.kind, accountId: "", name: "" },
      ...{ state: "connected", sealedAccess: sealTokens(seal, key, { provider, tokens }) },
      ...{ createdAt: 0, updatedAt: 0 },
    };
    const account = await provider.describe(
      openAccess({ store, egress, seal, now }, { provider, row: unknown }),
    );
    return store.transaction(async (tx) => {
      const row = await keepConnection(tx, seal, { ...owner, provider, account, tokens, now: now() });
      if (!target) return row;
      const source = await lockSource(tx, { organizationId: owner.organizationId, ...target });
      const config = readConfig(source);
      if (!isConnected(config) || config.kind !== row.provider) throw new AppError("not_found");
      const isSame = config.connectionId === row.id;
      if (isSame) {
        // One that is under way began with the access that is gone.
        await makeWay(tx, deps.jobs, source);
        await work.startRun(tx, source, { trigger: "manual" });
      } else
        await work.changeConfig(tx, source, {
          name: source.name,
          config: { ...config, connectionId: row.id },
        });
      return row;
    });
  }

  /** Gives the provider's address at which somebody agrees. */
  async function begin(
    caller: Pick<MemberCaller, "organizationId" | "userId" | "sessionId">,
    { query, request }: { query: Begun; request: RequestFacts },
  ): Promise<string> {
    const provider = providers[query.type];
    if (!provider.client) {
      const message = `This server is not set up for ${provider.label} yet.`;
      throw new AppError("conflict", { message });
    }
    const { organizationId, userId, sessionId } = caller;
    // A source that names no agent is one of the organization's own.
    const { sourceId, agentId = organizationItself } = query;
    if (sourceId) await store.transaction((tx) => lockSource(tx, { organizationId, agentId, sourceId }));
    const codeVerifier = generateRandomCodeVerifier();
    const kept = {
      ...{ provider: query.type, organizationId },
      returnTo: readSafePath(query.returnTo, request.reachedOrigin) ?? "/",
      ...(sourceId && { agentId, sourceId }),
    };
    const state = await attempts.put(request, "connecting", {
      sessionId,
      userId,
      codeVerifier,
      state: kept,
    });
    const url = new URL(provider.authorizeUrl);
    const fields = {
      client_id: provider.client.clientId,
      redirect_uri: await returnUri(request, query.type),
      response_type: "code",
      state,
      ...provider.authorizeQuery,
      ...(provider.usesPkce && {
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
      }),
    };
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
    return url.href;
  }

  /** Takes somebody back who agreed or declined; gives the console's address that says what came of it. */
  async function comeBack(
    kind: ConnectionProvider,
    {
      query,
      request,
    }: { query: { state?: string | undefined; code?: string | undefined }; request: RequestFacts },
  ): Promise<{ location: string }> {
    const { sessionId, userId, codeVerifier, state } = await attempts.take(
      request,
      "connecting",
      query.state ?? "",
    );
    const { organizationId = "", returnTo = "/", agentId, sourceId, provider: begun } = state;
    const provider = providers[kind];
    try {
      if (begun !== kind) throw new AppError("forbidden");
      await refuseReturned(deps, { sessionId, userId, organizationId }, "knowledge.update");
      // A person who declines at the provider returns without a code.
      if (!query.code || !provider.client) throw new AppError("provider_cancelled");
      const tokens = await askTokens(
        { egress, provider, client: provider.client, now: now() },
        {
          ...{
            grant_type: "authorization_code",
            code: query.code,
            redirect_uri: await returnUri(request, kind),
          },
          ...(provider.usesPkce && { code_verifier: codeVerifier }),
        },
      );
      const target = agentId !== undefined && sourceId ? { agentId, sourceId } : null;
      const row = await keep({ organizationId, userId }, { provider, tokens, target });
      return { location: withQuery(returnTo, { connection: row.id }) };
    } catch (error) {
      const isTheirs = error instanceof AppError;
      if (!isTheirs) report(error);
      return { location: withQuery(returnTo, { connectError: isTheirs ? error.code : "provider_failed" }) };
    }
  }

  return { begin, comeBack, keep };
}

const returns = { googleDrive: returnFromGoogle, notion: returnFromNotion };

/** The address that is registered at the provider. */
async function returnUri(request: RequestFacts, kind: ConnectionProvider): Promise<string> {
  const { family, path } = returns[kind];
  return `${await request.findOrigin()}/api/${family}${path}`;
}
