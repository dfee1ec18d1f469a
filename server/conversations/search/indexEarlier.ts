import type { JobTools } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import type { ConversationDeps } from "../deps.ts";
import { indexMessages } from "./messageIndex.ts";

/** Few at a time, so that on SQLite nobody waits long for the writer. */
const atOnce = 200;

/** Says how what was said before there was an index comes into it; the migration that made it queues the job. */
export function registerIndexing(deps: ConversationDeps): void {
  deps.jobs.register("conversations.index", (job, tools) => indexEarlier(deps, job, tools));
}

async function indexEarlier(
  deps: ConversationDeps,
  { organizationId }: JobRow,
  tools: JobTools,
): Promise<void> {
  let last = { threadId: "", position: -1 };
  for (let done = 0; ; done += atOnce) {
    tools.signal.throwIfAborted();
    const rows = await deps.store.reader
      .selectFrom("messages")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where((row) =>
        row.or([
          row("threadId", ">", last.threadId),
          row.and([row("threadId", "=", last.threadId), row("position", ">", last.position)]),
        ]),
      )
      .orderBy("threadId")
      .orderBy("position")
      .limit(atOnce)
      .execute();
    const end = rows.at(-1);
    if (!end) return;
    await deps.store.transaction(async (tx) => {
      // What was deleted or written anew since it was read is not put back as it was.
      const still = await tx
        .selectFrom("messages")
        .selectAll()
        .where("organizationId", "=", organizationId)
        .where(
          "id",
          "in",
          rows.map(({ id }) => id),
        )
        .execute();
      await indexMessages(tx, still);
    });
    last = { threadId: end.threadId, position: end.position };
    tools.progress({ done });
  }
}
