import { expect, vi } from "vitest";
import type { TestServer } from "../server.ts";

/** Waits until what is due is done: a job that runs between two readings of the rows makes them differ. */
export async function finishJobs({ store, clock }: Pick<TestServer, "store" | "clock">): Promise<void> {
  const countDue = async () => {
    const due = store.db
      .selectFrom("jobs")
      .where("state", "in", ["queued", "running"])
      .where("runAt", "<=", clock.now() + 5000);
    return (await due.select("id").execute()).length;
  };
  await vi.waitFor(async () => expect(await countDue()).toBe(0));
}
