import type { Migration } from "kysely/migration";

/** When a key's owners were told that it is refused, and by which address they reach the console that the letter leads to. */
export const refusalsTold: Migration = {
  async up(db) {
    await db.schema.alterTable("modelKeys").addColumn("toldAt", "bigint").execute();
    await db.schema.alterTable("modelKeys").addColumn("origin", "text").execute();
  },
};
