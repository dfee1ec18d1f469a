import type { Migration } from "kysely/migration";

/** A person's telephone number, beside their address. */
export const phones: Migration = {
  async up(db) {
    await db.schema.alterTable("contacts").addColumn("phone", "text").execute();
  },
};
