import { describe, expect, it } from "vitest";
import { listSyncHistory, listSyncLogs } from "../../../shared/contract/knowledge/knowledge.ts";
import { newId } from "../../../server/database/ids.ts";
import { openKnowledge } from "../../kit/knowledge/knowledge.ts";
import { bothStores } from "../../kit/database/stores.ts";

describe.each(bothStores())("the history of a source on $name", (store) => {
  it("keeps the newest hundred runs without changes, and every run whose changes are kept", async () => {
    const knowledge = await openKnowledge(store);
    const { db } = knowledge.server.store;
    const source = await knowledge.add({ kind: "text", title: "Ferry", text: "The ferry leaves at noon." });
    const first = source.lastRun?.id ?? "";
    const other = await knowledge.add({ kind: "text", title: "Dogs", text: "Dogs are welcome." });
    const row = await db.selectFrom("syncRuns").selectAll().where("id", "=", first).executeTakeFirstOrThrow();
    const { organizationId } = row;
    const ids = Array.from({ length: 120 }, () => newId());
    await db
      .insertInto("syncRuns")
      .values(ids.map((id) => ({ ...row, id })))
      .execute();
    const line = {
      organizationId,
      at: 1,
      level: "info",
      step: "find",
      page: null,
      message: "Quiet.",
    } as const;
    await db
      .insertInto("syncLogs")
      .values(ids.map((runId) => ({ ...line, id: newId(), runId })))
      .execute();

    const newest = (await knowledge.sync(source)).lastRun?.id ?? "";
    const runs = await db.selectFrom("syncRuns").select("id").where("sourceId", "=", source.id).execute();
    // The newest has not ended while it looks what is old.
    const kept = [first, ...ids.slice(-100), newest];
    expect(runs.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
    const logs = await db.selectFrom("syncLogs").select("runId").where("message", "=", "Quiet.").execute();
    expect(logs.map(({ runId }) => runId).toSorted()).toEqual(ids.slice(-100).toSorted());

    const { items, page } = await knowledge.client.call(listSyncHistory, { params: knowledge.at(source) });
    expect([items[0]?.id, page.total]).toEqual([newest, 102]);
    const params = { ...knowledge.at(source), syncHistoryId: first };
    expect((await knowledge.client.call(listSyncLogs, { params, query: {} })).items).not.toEqual([]);
    expect((await knowledge.get(other)).lastRun?.endedAt).not.toBeNull();
  });
});
