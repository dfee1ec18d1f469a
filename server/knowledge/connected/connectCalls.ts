import * as v from "valibot";
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
import { AppError } from "../../../shared/errors/errors.ts";
import { EgressError } from "../../egress/EgressError.ts";
import { handle, type MemberCaller, type Route } from "../../requests/handle.ts";
import { checkAgent } from "../find.ts";
import { createConnecting, type ConnectDeps } from "./connecting.ts";
import { findConnection, presentOwn } from "./connections.ts";
import { AccessLost, isOfOne, ProviderFault } from "./faults.ts";
import type { Browsing, Provider } from "./provider.ts";
import type { ConnectionRow } from "./tables.ts";

/** The calls by which people connect accounts and choose in them. */
export function connectRoutes(deps: ConnectDeps): Route[] {
  const { store, connected } = deps;
  const { providers } = connected;
  const connecting = createConnecting(deps);

  /** One's own; another person's is answered as none. */
  async function findOwn(
    { organizationId, userId }: Pick<MemberCaller, "organizationId" | "userId">,
    { connectionId, kind }: { connectionId: string; kind?: ConnectionProvider },
  ): Promise<ConnectionRow> {
    const row = await findConnection(store.db, { organizationId, connectionId });
    if (row?.userId !== userId || (kind && row.provider !== kind)) throw new AppError("not_found");
    return row;
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
      // Members responsible for the organization may end an access that others gave, as when they are away or gone.
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

    handle(getOAuthUrl, async ({ caller, query, request }) => ({
      data: { url: await connecting.begin(caller, { query, request }) },
    })),

    handle(returnFromGoogle, (input) => connecting.comeBack("googleDrive", input)),
    handle(returnFromNotion, (input) => connecting.comeBack("notion", input)),

    handle(verifyToken, async ({ caller, params, body }) => {
      const { type, token, sourceId } = body.data;
      const { organizationId, userId } = caller;
      await checkAgent(store.db, { organizationId, agentId: params.productId });
      const tokens = { accessToken: token, refreshToken: null, expiresAt: null };
      const target = sourceId ? { agentId: params.productId, sourceId } : null;
      try {
        return {
          data: presentOwn(
            await connecting.keep({ organizationId, userId }, { provider: providers[type], tokens, target }),
          ),
        };
      } catch (error) {
        if (!(error instanceof AccessLost) && !isOfOne(error)) throw toAppError(error);
        const message = `${providers[type].label} rejects this token. Copy the whole token again.`;
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
