import type { TestServer } from "../server.ts";

/** Puts an event that can't be read behind all that an agent told. */
export async function corruptEvents(
  { store }: TestServer,
  { organizationId, agentId }: { organizationId: string; agentId: string },
): Promise<void> {
  await store.transaction(async (tx) => {
    const { last: number } = await tx
      .insertInto("liveCounters")
      .values({ organizationId, agentId, last: 1, oldest: 1 })
      .onConflict((row) => row.columns(["organizationId", "agentId"]).doUpdateSet({ last: 1000 }))
      .returning("last")
      .executeTakeFirstOrThrow();
    const event = { kind: "message", audience: "team", threadId: null, contactId: null } as const;
    const row = { ...event, organizationId, agentId, number, payload: "{", createdAt: 0 };
    await tx.insertInto("liveEvents").values(row).execute();
  });
}
