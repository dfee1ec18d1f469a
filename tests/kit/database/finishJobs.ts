import { expect, vi } from "vitest";
import { foldFigures } from "../../../server/conversations/figures/fold.ts";
import type { TestServer } from "../server.ts";

/** Waits until what is due is done: a job that runs between two readings of the rows makes them differ, and so do figures. */
export async function finishJobs({ store, clock }: Pick<TestServer, "store" | "clock">): Promise<void> {
  const countDue = async () => {
    const due = store.db
      .selectFrom("jobs")
      .where("state", "in", ["queued", "running"])
      .where("runAt", "<=", clock.now() + 5000);
    return (await due.select("id").execute()).length;
  };
  await vi.waitFor(async () => expect(await countDue()).toBe(0));
  await vi.waitFor(async () => {
    await foldFigures(store);
    expect(await store.db.selectFrom("figureChanges").select("id").execute()).toEqual([]);
  });
}
