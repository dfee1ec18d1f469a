import type { Migration } from "kysely/migration";

/** The models of a key that write down what is said; those of before are known once the key is checked again. */
export const voice: Migration = {
  async up(db) {
    await db.schema
      .alterTable("modelKeys")
      .addColumn("speechModels", "text", (c) => c.notNull().defaultTo("[]"))
      .execute();
  },
};
