import type { Store } from "../../database/store.ts";

/** Deletes what sign-ins of visitors brought whose code was never entered: its time is over. */
export async function purgeSignIns({ db }: Pick<Store, "db">, now: number): Promise<void> {
  await db.deleteFrom("integrationSignIns").where("expiresAt", "<=", now).execute();
}
