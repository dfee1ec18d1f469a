import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import {
  getConnecting,
  getOAuthUrl,
  openGoogleDrivePicker,
  openNotionPicker,
  refreshToken,
  removeConnection,
  returnFromGoogle,
  returnFromNotion,
  verifyToken,
} from "../../../shared/contract/knowledge/connections.ts";
import type { Connecting } from "../../../shared/contract/knowledge/connections.ts";
import {
  connectionProvider,
  type ConnectionProvider,
} from "../../../shared/contract/knowledge/sourceConnection.ts";
import { may } from "../../../shared/domain/access.ts";
import { readSafePath } from "../../../shared/domain/safePath.ts";
import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import * as v from "valibot";
import { createSocialAttempts } from "../../accounts/socialAttempts.ts";
import type { Gates } from "../../requests/gates.ts";
import type { Secrets } from "../../database/secrets.ts";
import { handle, type MemberCaller, type RequestFacts, type Route } from "../../requests/handle.ts";
import { EgressError } from "../../egress/EgressError.ts";
import type { Egress } from "../../egress/egress.ts";
import { checkAgent, lockSource } from "../find.ts";
import { readConfig } from "../present.ts";
import { makeWay } from "../sync/runs.ts";
import { createSourceWork, type SourceWorkDeps } from "../sourceWork.ts";
import { openAccess } from "./access.ts";
import { isConnected, type Connected } from "./connected.ts";
import { findConnection, keepConnection, presentOwn, sealTokens } from "./connections.ts";
import { AccessLost, isOfOne, ProviderFault } from "./faults.ts";
import type { Browsing, Provider, Tokens } from "./provider.ts";
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

/** The calls by which people connect accounts and choose in them. */
export function connectRoutes(deps: ConnectDeps): Route[] {
  const { store, connected, egress, seal, now, findMember, hasSession, report } = deps;
  const { providers } = connected;
  const attempts = createSocialAttempts({ db: store.db, seal, now });
  const work = createSourceWork(deps);

  /** One's own; another person's is answered as none. */
  async function findOwn(
    { organizationId, userId }: Pick<MemberCaller, "organizationId" | "userId">,
    { connectionId, kind }: { connectionId: string; kind?: ConnectionProvider },
  ): Promise<ConnectionRow> {
    const row = await findConnection(store.db, { organizationId, connectionId });
    if (row?.userId !== userId || (kind && row.provider !== kind)) throw new AppError("not_found");
    return row;
  }

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
      const member = await findMember(userId, organizationId);
      if (begun !== kind || !member || member.lacksSecondFactor || !may(member.roles, "knowledge.update"))
        throw new AppError("forbidden");
      if (!(await hasSession({ sessionId, userId }))) throw new AppError("unauthenticated");
      // Whoever declines at the provider comes back without a code.
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

  async function browse(
    kind: ConnectionProvider,
    caller: MemberCaller,
    query: Browsing & { connectionId: string },
  ) {
    const row = await findOwn(caller, { connectionId: query.connectionId, kind });
    return { data: await explained(() => providers[kind].browse(connected.open(row), query)) };
  }

  return [
    handle(getConnecting, async ({ caller, params }) => {
      const provider = findProvider(params.provider);
      const rows = await store.db
        .selectFrom("connections")
        .selectAll()
        .where("organizationId", "=", caller.organizationId)
        .where("userId", "=", caller.userId)
        .where("provider", "=", provider.kind)
        .orderBy("updatedAt", "desc")
        .execute();
      const data: Connecting = {
        signIn: {
          isReady: provider.client !== null,
          missing: caller.may("organization.update") ? [...provider.missing] : [],
        },
        takesToken: provider.takesToken,
        connections: rows.map(presentOwn),
      };
      return { data };
    }),

    handle(removeConnection, async ({ caller, params }) => {
      const { kind } = findProvider(params.provider);
      const { organizationId } = caller;
      // Whoever answers for the organization may end an access that others gave, as when they are away or gone.
      const row = caller.may("organization.update")
        ? await findConnection(store.db, { organizationId, connectionId: params.connectionId })
        : await findOwn(caller, { connectionId: params.connectionId, kind });
      if (row?.provider !== kind) throw new AppError("not_found");
      await store.db
        .deleteFrom("connections")
        .where("organizationId", "=", row.organizationId)
        .where("id", "=", row.id)
        .execute();
      return undefined;
    }),

    handle(getOAuthUrl, async ({ caller, query, request }) => {
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
      return { data: { url: url.href } };
    }),

    handle(returnFromGoogle, (input) => comeBack("googleDrive", input)),
    handle(returnFromNotion, (input) => comeBack("notion", input)),

    handle(verifyToken, async ({ caller, params, body }) => {
      const { type, token, sourceId } = body.data;
      const { organizationId, userId } = caller;
      await checkAgent(store.db, { organizationId, agentId: params.productId });
      const tokens = { accessToken: token, refreshToken: null, expiresAt: null };
      const target = sourceId ? { agentId: params.productId, sourceId } : null;
      try {
        return {
          data: presentOwn(
            await keep({ organizationId, userId }, { provider: providers[type], tokens, target }),
          ),
        };
      } catch (error) {
        if (!(error instanceof AccessLost) && !isOfOne(error)) throw toAppError(error);
        const message = `${providers[type].label} does not take this token. Copy it again, as a whole.`;
        throw new AppError("invalid_input", { fields: [{ path: "body.data.token", message }] });
      }
    }),

    handle(refreshToken, async ({ caller, params, query }) => {
      await checkAgent(store.db, { organizationId: caller.organizationId, agentId: params.productId });
      const row = await findOwn(caller, query);
      const provider = providers[row.provider];
      // One that the provider refuses is marked by the asking itself.
      await explained(() => provider.describe(connected.open(row))).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === "conflict")) throw error;
      });
      return { data: presentOwn(await findOwn(caller, query)) };
    }),

    handle(openGoogleDrivePicker, ({ caller, query }) => browse("googleDrive", caller, query)),
    handle(openNotionPicker, ({ caller, query }) => browse("notion", caller, query)),
  ];

  function findProvider(name: string): Provider {
    const known = v.safeParse(connectionProvider, name);
    if (!known.success) throw new AppError("not_found");
    return providers[known.output];
  }
}

const returns = { googleDrive: returnFromGoogle, notion: returnFromNotion };

/** The address that is registered at the provider. */
async function returnUri(request: RequestFacts, kind: ConnectionProvider): Promise<string> {
  const { family, path } = returns[kind];
  return `${await request.findOrigin()}/api/${family}${path}`;
}

function withQuery(path: string, values: Record<string, string>): string {
  const [before = "/", hash] = path.split("#");
  const joined = `${before}${before.includes("?") ? "&" : "?"}${new URLSearchParams(values).toString()}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}

/** Asks a provider for somebody who waits for it. */
async function explained<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw toAppError(error);
  }
}

function toAppError(error: unknown): unknown {
  if (error instanceof AccessLost) return new AppError("conflict", { message: error.message, cause: error });
  if (error instanceof ProviderFault)
    return new AppError(error.status === 404 ? "not_found" : "unavailable", {
      ...{ message: error.message, cause: error },
    });
  if (error instanceof EgressError)
    return new AppError("unavailable", { message: error.message, cause: error });
  return error;
}
