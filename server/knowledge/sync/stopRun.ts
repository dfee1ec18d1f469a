import type { Reading } from "./reading.ts";
import { readRun } from "./record.ts";
import type { LogLine } from "./runs.ts";

/** Says why a run ends before it has read all: as its own word, and in its log. */
export async function stopRun(
  { store, record }: Pick<Reading, "store" | "record">,
  message: string,
  line: Omit<LogLine, "message">,
): Promise<void> {
  const { organizationId, runId } = record.key;
  await store.transaction(async (tx) => {
    if (!(await readRun(tx, record.key))) return;
    await tx
      .updateTable("syncRuns")
      .set({ error: message })
      .where("organizationId", "=", organizationId)
      .where("id", "=", runId)
      .execute();
    await record.note(tx, {}, { ...line, message });
  });
}
