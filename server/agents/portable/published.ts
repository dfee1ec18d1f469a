import type { Db } from "../../database/store.ts";

/** The published templates of agents that are there: one of a deleted agent is gone with it, though it may come back. */
export function selectPublished(db: Db) {
  return db
    .selectFrom("agentTemplates")
    .innerJoin("agents", (join) =>
      join
        .onRef("agents.organizationId", "=", "agentTemplates.organizationId")
        .onRef("agents.id", "=", "agentTemplates.agentId"),
    );
}

/** The same, each with the file that it hands out. */
export function selectPublishedFile(db: Db) {
  return selectPublished(db).innerJoin("agentExports", (join) =>
    join
      .onRef("agentExports.organizationId", "=", "agentTemplates.organizationId")
      .onRef("agentExports.id", "=", "agentTemplates.exportId"),
  );
}
