import { getEmbeddings } from "../../../shared/contract/models/embeddings.ts";
import type { Embeddings } from "../../../shared/contract/models/embeddings.ts";
import type { Db } from "../../database/store.ts";
import { handle, type Route } from "../../requests/handle.ts";
import { readDefault } from "../../models/defaults.ts";

/** The call that tells how far an organization's vectors are. */
export function embeddingRoutes(db: Db): Route[] {
  return [
    handle(getEmbeddings, async ({ caller }) => ({ data: await readEmbeddings(db, caller.organizationId) })),
  ];
}

async function readEmbeddings(db: Db, organizationId: string): Promise<Embeddings> {
  const model = await readDefault(db, organizationId, "embedding");
  const rows = await db
    .selectFrom("sourceVectors")
    .innerJoin("dataSources", (join) =>
      join
        .onRef("dataSources.organizationId", "=", "sourceVectors.organizationId")
        .onRef("dataSources.id", "=", "sourceVectors.sourceId"),
    )
    .select(["sourceVectors.state", "sourceVectors.done", "sourceVectors.total", "sourceVectors.error"])
    .where("sourceVectors.organizationId", "=", organizationId)
    .where("sourceVectors.model", "=", model ?? "")
    .execute();
  const failed = rows.filter(({ state }) => state === "failed");
  const isMaking = rows.some(({ state }) => state === "queued" || state === "running");
  return {
    model,
    state: model === null ? "off" : isMaking ? "making" : failed.length > 0 ? "failed" : "ready",
    done: rows.reduce((sum, { done }) => sum + done, 0),
    total: rows.reduce((sum, { total }) => sum + total, 0),
    sources: rows.length,
    failedSources: failed.length,
    error: failed[0]?.error ?? null,
  };
}
