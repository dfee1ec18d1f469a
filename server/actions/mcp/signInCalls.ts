import { returnFromMcp, signInToMcp, signOutOfMcp } from "../../../shared/contract/mcps/mcps.ts";
import type { McpServer } from "../../../shared/contract/mcps/mcps.ts";
import { may } from "../../../shared/domain/access.ts";
import { readSafePath } from "../../../shared/domain/safePath.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { createSocialAttempts } from "../../accounts/socialAttempts.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { handle } from "../../requests/handle.ts";
import type { RequestFacts, Route } from "../../requests/handle.ts";
import type { PageRoute } from "../../requests/page.ts";
import type { McpDeps } from "./deps.ts";
import { McpFault } from "./McpFault.ts";
import { describeClient } from "./oauth/createProvider.ts";
import type { PendingSignIn } from "./oauth/createProvider.ts";
import { clientPath, findClientUrl, findRegistered } from "./oauth/describeUs.ts";
import { forgetGrant, keepGrant, noteSignIn, readGrant } from "./oauth/grants.ts";
import type { SigningIn } from "./oauth/signIn.ts";
import { keyOf, refreshServer } from "./reach.ts";
import { findServerRow, noteRead, readAuth, useOwnSignIn } from "./stored.ts";
import { boundedFetch } from "./oauth/boundedFetch.ts";
import type { McpServerRow } from "./tables.ts";

/** The protocol is seldom needed, and large. */
const loadSignIn = () => import("./oauth/signIn.ts");

const returnPath = `/api/${returnFromMcp.family}${returnFromMcp.path}`;

/** The calls by which somebody signs in to a server, comes back, and signs out. */
export function signInRoutes(
  deps: McpDeps,
  presentOne: (agent: AgentKey, row: McpServerRow) => Promise<McpServer>,
): Route[] {
  const { store, seal, egress, now, lookOrigin, findMember, hasSession, report } = deps;
  const attempts = createSocialAttempts({ db: store.db, seal, now });

  async function open(server: McpServerRow, request: RequestFacts): Promise<SigningIn> {
    return {
      ...{ url: server.url, fetch: boundedFetch(egress.streamFetch), now },
      redirectUrl: `${await request.findOrigin()}${returnPath}`,
      clientMetadataUrl: findClientUrl(await lookOrigin()),
      registered: findRegistered(seal, server),
      grant: readGrant({ seal }, server),
      keep: (grant) => keepGrant({ db: store.db, seal, now }, keyOf(server), grant),
    };
  }

  return [
    handle(signInToMcp, async ({ caller, params, body, request }) => {
      const { organizationId, userId, sessionId } = caller;
      const { mcpId, productId: agentId } = params;
      const key = { organizationId, agentId, mcpId };
      refuseOtherAuth(await findServerRow(store.db, key));
      const fault = await refreshServer(deps, key, request.signal);
      if (!fault) throw refused("This server asks for no sign-in.");
      if (!fault.challenge) throw refused(fault.message);
      const server = await store.transaction((tx) => useOwnSignIn(tx, key));
      const { beginSignIn } = await loadSignIn();
      const begun = await beginSignIn(await open(server, request), fault.challenge).catch(explain);
      const state = await attempts.put(request, "connecting", {
        ...{ sessionId, userId, codeVerifier: begun.pending.verifier },
        state: {
          ...{ provider: "mcp", organizationId, agentId, mcpId, url: server.url },
          discovery: JSON.stringify(begun.pending.discovery),
          returnTo: readSafePath(body.data.returnTo, request.reachedOrigin) ?? "/",
        },
      });
      begun.url.searchParams.set("state", state);
      return { data: { url: begun.url.href } };
    }),

    handle(returnFromMcp, async ({ query, request }) => {
      const kept = await attempts.take(request, "connecting", query.state ?? "");
      const { sessionId, userId, codeVerifier, state } = kept;
      const {
        organizationId = "",
        agentId = "",
        mcpId = "",
        returnTo = "/",
        url,
        discovery = "null",
      } = state;
      const key = { organizationId, agentId, mcpId };
      const member = await findMember(userId, organizationId);
      const isAllowed = member && !member.lacksSecondFactor && may(member.roles, "mcps.update");
      if (state["provider"] !== "mcp" || !isAllowed) throw new AppError("forbidden");
      if (!(await hasSession({ sessionId, userId }))) throw new AppError("unauthenticated");
      const server = await findServerRow(store.db, key);
      // Somebody may have led it elsewhere in between.
      if (server.url !== url) throw new AppError("conflict");
      const pending: PendingSignIn = {
        verifier: codeVerifier,
        discovery: JSON.parse(discovery) as PendingSignIn["discovery"], // written by the call before
      };
      const { state: _, ...rest } = query;
      try {
        const { endSignIn } = await loadSignIn();
        const returned = new URLSearchParams(Object.entries(rest).filter(isGiven));
        await endSignIn(await open(server, request), { pending, returned });
        await noteSignIn(store.db, key, "connected");
        await refreshServer(deps, key, request.signal);
      } catch (error) {
        if (!(error instanceof McpFault)) report(error);
        const words = error instanceof McpFault ? error.message : "The sign-in failed. Try again.";
        // The sign-in before is still good where a second one was given up.
        if (server.signIn === "connected") await refreshServer(deps, key, request.signal);
        else {
          await noteSignIn(store.db, key, "refused");
          await noteRead(store.db, key, { error: words, readAt: now() });
        }
      }
      return { location: returnTo };
    }),

    handle(signOutOfMcp, async ({ caller, params }) => {
      const agent = { organizationId: caller.organizationId, agentId: params.productId };
      const key = { ...agent, mcpId: params.mcpId };
      await findServerRow(store.db, key);
      await forgetGrant(store.db, key);
      return { data: await presentOne(agent, await findServerRow(store.db, key)) };
    }),
  ];
}

/** The page at which issuers read who we are, where that stands for a registration. */
export function clientPage({ lookOrigin }: Pick<McpDeps, "lookOrigin">): PageRoute {
  return {
    path: clientPath,
    async handler() {
      const origin = await lookOrigin();
      const url = findClientUrl(origin);
      if (url === null) throw new AppError("not_found");
      const described = { client_id: url, ...describeClient(`${origin}${returnPath}`) };
      return Response.json({ ...described, client_uri: origin, token_endpoint_auth_method: "none" });
    },
  };
}

function refuseOtherAuth(server: McpServerRow): void {
  const { type } = readAuth(server);
  if (type === "bearer" || type === "header")
    throw refused("This server uses a secret. Choose the server's own sign-in first.");
}

function explain(error: unknown): never {
  throw error instanceof McpFault ? refused(error.message) : error;
}

function refused(message: string): AppError {
  return new AppError("conflict", { message });
}

function isGiven(pair: [string, string | undefined]): pair is [string, string] {
  return pair[1] !== undefined;
}
