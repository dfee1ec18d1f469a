import {
  checkIdentity,
  createIdentitySecret,
  deleteIdentitySecret,
  getIdentity,
  updateIdentity,
} from "../../shared/contract/surfaces/surfaces.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { Store, Tx } from "../database/store.ts";
import { handle, type MemberCaller, type Route } from "../requests/handle.ts";
import { findSurface, lockSurface } from "./find.ts";
import { readIdentity } from "./identity.ts";
import { addSecret, openIdentitySecrets, presentIdentity, withoutSecret } from "./identitySecrets.ts";
import type { SurfaceRow } from "./tables.ts";
import type { Seal } from "./visitors.ts";

export interface IdentityDeps {
  store: Store;
  now: () => number;
  seal: Seal;
  announce: (tx: Tx, agent: AgentKey) => Promise<void>;
}

type Change = Partial<Pick<SurfaceRow, "identityMode" | "identitySecrets">>;

/**
 * The team's calls on how visitors are told apart. What they change takes effect immediately, for every version of the
 * agent.
 */
export function identityRoutes({ store, now, seal, announce }: IdentityDeps): Route[] {
  /** Decides on the row as it is when nobody else can change it, and gives it as it is then. */
  async function change(tx: Tx, key: AgentKey, decide: (row: SurfaceRow) => Change): Promise<SurfaceRow> {
    const row = await lockSurface(tx, { ...key, type: "widget" });
    const changed = await tx
      .updateTable("surfaces")
      .set({ ...decide(row), updatedAt: now() })
      .where("organizationId", "=", key.organizationId)
      .where("agentId", "=", key.agentId)
      .where("type", "=", "widget")
      .returningAll()
      .executeTakeFirstOrThrow();
    await announce(tx, key);
    return changed;
  }

  return [
    handle(getIdentity, async ({ caller, params }) => {
      const row = await findSurface(store.db, { ...keyOf(caller, params), type: "widget" });
      return { data: presentIdentity(row) };
    }),

    handle(checkIdentity, async ({ caller, params, body }) => {
      const row = await findSurface(store.db, { ...keyOf(caller, params), type: "widget" });
      const secrets = openIdentitySecrets(row, seal);
      try {
        const {
          userId,
          attributes,
          signedEmail: _,
          signedMore: _more,
          ...rest
        } = readIdentity(body.data, { secrets, now: now() });
        const identity = userId === null ? null : { userId, ...rest, attrs: attributes };
        return { data: { problem: null, identity } };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { data: { problem: error.message, identity: null } };
      }
    }),

    handle(updateIdentity, async ({ caller, params, body }) => {
      const decide = () => ({ identityMode: body.data.mode });
      const row = await store.transaction((tx) => change(tx, keyOf(caller, params), decide));
      return { data: presentIdentity(row) };
    }),

    handle(createIdentitySecret, async ({ caller, params }) => {
      return store.transaction(async (tx) => {
        let secret = "";
        const row = await change(tx, keyOf(caller, params), (before) => {
          const added = addSecret(before, { seal, now: now() });
          ({ secret } = added);
          return { identitySecrets: added.identitySecrets };
        });
        return { data: { secret, identity: presentIdentity(row) } };
      });
    }),

    handle(deleteIdentitySecret, async ({ caller, params }) => {
      const decide = (row: SurfaceRow) => ({ identitySecrets: withoutSecret(row, params.secretId) });
      const row = await store.transaction((tx) => change(tx, keyOf(caller, params), decide));
      return { data: presentIdentity(row) };
    }),
  ];
}

function keyOf({ organizationId }: MemberCaller, { productId }: { productId: string }): AgentKey {
  return { organizationId, agentId: productId };
}
