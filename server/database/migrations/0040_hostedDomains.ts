import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** A domain of the team's own for each hosted page. A domain that was proved is one page's. */
export const hostedDomains: Migration = {
  async up(db) {
    await db.schema.alterTable("hostedPages").addColumn("domain", "text").execute();
    await db.schema.alterTable("hostedPages").addColumn("domainProof", "text").execute();
    await db.schema.alterTable("hostedPages").addColumn("domainValidatedAt", "bigint").execute();
    await db.schema
      .createIndex("hostedPagesByDomain")
      .unique()
      .on("hostedPages")
      .column("domain")
      .where(sql.ref("domainValidatedAt"), "is not", null)
      .execute();
  },
};
