import { deleteHostedWeb, deleteWidget } from "../../shared/contract/surfaces/surfaces.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { AgentKey } from "../agents/parts.ts";
import { writeSavedBy } from "../agents/savedBy.ts";
import { markDraftChanged } from "../agents/work.ts";
import type { Store, Tx } from "../database/store.ts";
import { handle, type Route } from "../requests/handle.ts";
import { lockSurface } from "./find.ts";
import { findNamed } from "./hostedCalls.ts";
import { hostOf, presentHostedWeb } from "./hostedWeb.ts";
import { newWidget } from "./newWidget.ts";
import { presentSurface } from "./present.ts";
import { endSessionsOn } from "./visitors.ts";

export interface DeleteDeps {
  store: Store;
  now: () => number;
  announce: (tx: Tx, agent: AgentKey) => Promise<void>;
}

/** The calls that take a surface away, for good and at once. */
export function deleteRoutes({ store, now, announce }: DeleteDeps): Route[] {
  return [
    handle(deleteWidget, async ({ caller, params, query }) => {
      checkProvider(query.provider);
      const { key, name } = await findNamed(store.db, caller, params);
      const row = await store.transaction(async (tx) => {
        const before = await lockSurface(tx, { ...key, type: "widget" });
        const at = now();
        const fresh = await tx
          .updateTable("surfaces")
          .set({
            ...{ ...newWidget(name), enabled: 0, revision: before.revision + 1 },
            ...{ savedBy: writeSavedBy(caller, at), updatedAt: at },
          })
          .where("organizationId", "=", key.organizationId)
          .where("agentId", "=", key.agentId)
          .where("type", "=", "widget")
          .returningAll()
          .executeTakeFirstOrThrow();
        await endSessionsOn(tx, { ...key, surfaceType: "widget" });
        if (fresh.settings !== before.settings) await markDraftChanged(tx, key, at);
        await announce(tx, key);
        return fresh;
      });
      return { data: presentSurface(row) };
    }),

    handle(deleteHostedWeb, async ({ caller, params, query, request }) => {
      checkProvider(query.provider);
      const { key, name } = await findNamed(store.db, caller, params);
      await store.transaction(async (tx) => {
        await tx
          .deleteFrom("hostedPages")
          .where("organizationId", "=", key.organizationId)
          .where("agentId", "=", key.agentId)
          .execute();
        await endSessionsOn(tx, { ...key, surfaceType: "hosted-web" });
        await announce(tx, key);
      });
      return { data: presentHostedWeb(undefined, name, await hostOf(request)) };
    }),
  ];
}

/** Nothing is between these surfaces and their visitors. */
function checkProvider(provider: string | undefined): void {
  if (provider !== undefined)
    throw new AppError("not_found", { message: "No provider is connected to this surface." });
}
