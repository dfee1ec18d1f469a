import {
  listVisitorGrants,
  removeVisitorGrant,
} from "../../../shared/contract/integrations/visitorGrants.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Tx } from "../../database/store.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { IntegrationDeps } from "./deps.ts";

/** The calls on what a visitor let the agent use of their own. */
export function visitorGrantRoutes({ store }: IntegrationDeps): Route[] {
  return [
    handle(listVisitorGrants, async ({ caller: { organizationId, agentId, contactId } }) => {
      const rows = await store.db
        .selectFrom("integrationGrants as grant")
        .innerJoin("integrations as connection", (join) =>
          join
            .onRef("connection.organizationId", "=", "grant.organizationId")
            .onRef("connection.id", "=", "grant.integrationId"),
        )
        .select(["grant.integrationId", "grant.account", "grant.createdAt", "connection.name"])
        .where("grant.organizationId", "=", organizationId)
        .where("grant.agentId", "=", agentId)
        .where("grant.contactId", "=", contactId)
        .orderBy("grant.id")
        .execute();
      return {
        data: rows.map(({ integrationId, account, createdAt, name }) => ({
          ...{ integrationId, service: name, account, connectedAt: createdAt },
        })),
      };
    }),

    handle(removeVisitorGrant, async ({ caller: { organizationId, agentId, contactId }, params }) => {
      const { numDeletedRows } = await store.db
        .deleteFrom("integrationGrants")
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .where("integrationId", "=", params.integrationId)
        .where("contactId", "=", contactId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new AppError("not_found");
      return undefined;
    }),
  ];
}

/** Forgets what contacts let agents use of their own: they are erased, or too old. */
export async function forgetGrantsOf(
  tx: Tx,
  { organizationId, contactIds }: { organizationId: string; contactIds: readonly string[] },
): Promise<void> {
  if (contactIds.length === 0) return;
  await tx
    .deleteFrom("integrationGrants")
    .where("organizationId", "=", organizationId)
    .where("contactId", "in", contactIds)
    .execute();
}
