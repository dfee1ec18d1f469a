import {
  makeSyncWebhook,
  revokeSyncWebhook,
  syncByWebhook,
} from "../../../shared/contract/knowledge/sync.ts";
import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import { kindHas } from "../../../shared/domain/sourceKinds.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { hashLinkToken, makeLinkToken } from "../../accounts/linkToken.ts";
import { hasAgent } from "../../agents/find.ts";
import { handle, type MemberCaller, type Route } from "../../requests/handle.ts";
import type { Limits } from "../../requests/limits.ts";
import { lockSource, type SourceKey } from "../find.ts";
import { presentRun } from "../present.ts";
import { createSourceWork, type SourceWorkDeps } from "../sourceWork.ts";
import type { DataSourceRow } from "../tables.ts";
import { findActiveRun, setOutdated } from "./runs.ts";

export interface WebhookDeps extends SourceWorkDeps {
  limits: Pick<Limits, "take">;
}

/** The calls on the address that starts a sync from outside, and what it answers. */
export function webhookRoutes({ limits, ...deps }: WebhookDeps): Route[] {
  const { store, now } = deps;
  const { presentOne, startRun } = createSourceWork(deps);

  async function setWebhook(
    key: SourceKey,
    change: Pick<DataSourceRow, "webhookHash" | "webhookEnding" | "webhookCreatedAt">,
  ): Promise<DataSourceRow> {
    return store.transaction(async (tx) => {
      const source = await lockSource(tx, key);
      if (change.webhookHash !== null && !kindHas(source.kind, "readsOutside")) {
        const message = "Nothing outside changes what this source says. Edit it instead.";
        throw new AppError("invalid_input", { message });
      }
      return tx
        .updateTable("dataSources")
        .set({ ...change, webhookUsedAt: null, updatedAt: now() })
        .where("organizationId", "=", source.organizationId)
        .where("id", "=", source.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
  }

  return [
    handle(makeSyncWebhook, async ({ caller, params, request }) => {
      const token = `phs_${makeLinkToken().token}`;
      const row = await setWebhook(keyOf(caller, params), {
        webhookHash: hashLinkToken(token),
        webhookEnding: token.slice(-4),
        webhookCreatedAt: now(),
      });
      const path = `/api/${syncByWebhook.family}${syncByWebhook.path.replace("{token}", token)}`;
      return { data: { url: (await request.findOrigin()) + path, source: (await presentOne(row)).data } };
    }),

    handle(revokeSyncWebhook, async ({ caller, params }) => {
      await setWebhook(keyOf(caller, params), {
        ...{ webhookHash: null, webhookEnding: null, webhookCreatedAt: null },
      });
      return undefined;
    }),

    handle(syncByWebhook, async ({ params }) => {
      const webhookHash = hashLinkToken(params.token);
      const key = await findByWebhook(webhookHash);
      limits.take("syncByOneWebhook", webhookHash);
      return store.transaction(async (tx) => {
        const source = await lockSource(tx, key);
        // Revoked or replaced between the two looks.
        if (source.webhookHash !== webhookHash) throw new AppError("not_found");
        await tx
          .updateTable("dataSources")
          .set({ webhookUsedAt: now() })
          .where("organizationId", "=", source.organizationId)
          .where("id", "=", source.id)
          .execute();
        const active = await findActiveRun(tx, source);
        if (active?.status === "running" && active.isOutdated === 0) await setOutdated(tx, active, 2);
        return { data: presentRun(active ?? (await startRun(tx, source, { trigger: "webhook" }))) };
      });
    }),
  ];

  async function findByWebhook(webhookHash: string): Promise<SourceKey> {
    const row = await store.db
      .selectFrom("dataSources")
      .select(["organizationId", "agentId", "id as sourceId"])
      .where("webhookHash", "=", webhookHash)
      .executeTakeFirst();
    const isThere = row && (row.agentId === organizationItself || (await hasAgent(store.db, row)));
    if (!isThere) throw new AppError("not_found");
    return row;
  }
}

function keyOf(
  { organizationId }: MemberCaller,
  params: { productId: string; datasourceId: string },
): SourceKey {
  return { organizationId, agentId: params.productId, sourceId: params.datasourceId };
}
