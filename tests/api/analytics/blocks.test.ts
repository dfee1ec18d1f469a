import type { Kysely } from "kysely";
import { expect, it, vi } from "vitest";
import { blockTables } from "../../../server/conversations/figures/blocks.ts";
import { foldFigures } from "../../../server/conversations/figures/fold.ts";
import { createFigureBlocks } from "../../../server/conversations/figures/migrations.ts";
import type {} from "../../../server/conversations/figures/tables.ts";
import { queryStats } from "../../../shared/contract/analytics/analytics.ts";
import type { Member } from "../../kit/factories.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";

const bucket = Date.parse("2026-03-05T10:15:00Z");

it.each(bothStores())(
  "an upgrade to blocks loses nothing that servers of the earlier version still count, on $name",
  async (kind) => {
    const before = await startTestServer({ store: kind });
    const { store } = before;
    const makeOrganization = async (server: TestServer) => {
      const owner = await server.createOwner();
      return { server, owner, agentId: (await server.createAgent(owner)).id };
    };
    // It has no conversations when the upgrade begins.
    const quiet = await makeOrganization(before);
    for (const table of [...Object.values(blockTables), "figureFills"])
      await store.db.schema.dropTable(table).execute();
    await createFigureBlocks(store.db as unknown as Kysely<unknown>); // as migrations are given it
    const open: typeof kind.open = async () => ({ store, place: { dataDir: before.dataDir } });
    const upgraded = await startTestServer({ store: { ...kind, open } });
    const late = await makeOrganization(upgraded);

    type Made = Awaited<ReturnType<typeof makeOrganization>>;
    const ownerOf = ({ owner, agentId }: Made) => ({ organizationId: owner.organizationId, agentId });
    /** As the earlier version adds to the figures: without blocks. */
    const countEarlier = async (made: Made, conversations: number) => {
      const key = { bucket, label: "", surface: "widget", language: "de" };
      const row = { ...ownerOf(made), ...key, conversations };
      await store.db
        .insertInto("figureConversations")
        .values(row as never) // the other counters are 0
        .execute();
    };
    const count = async (made: Made, conversations: number) => {
      const cells = [["c", "", bucket, "widget", "en", { conversations }]];
      const change = { id: `change of ${made.agentId}`, ...ownerOf(made), body: JSON.stringify(cells) };
      await store.db.insertInto("figureChanges").values(change).execute();
      await foldFigures(store);
    };
    await countEarlier(quiet, 3);
    await count(quiet, 4);
    await countEarlier(late, 5);
    await count(late, 6);
    upgraded.clock.advance(11 * 60_000);
    const countFills = async () => (await store.db.selectFrom("figureFills").selectAll().execute()).length;
    await vi.waitFor(async () => expect(await countFills()).toBe(0));

    const ask = async ({ server, owner }: { server: TestServer; owner: Member }) => {
      const days = { from: "2026-03-01", to: "2026-03-31", timezone: "UTC" };
      const metrics = [{ measure: "conversations" }];
      const body = { view: "conversations", metrics, timeDimension: { granularity: "day" }, ...days };
      const params = { orgId: owner.organizationId };
      return (await server.as(owner).call(queryStats, { params, body })).data;
    };
    expect(await ask(quiet)).toEqual([{ time: "2026-03-05", sum_conversations: 7 }]);
    expect(await ask(late)).toEqual([{ time: "2026-03-05", sum_conversations: 11 }]);
  },
);
