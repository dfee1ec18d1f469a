import type { JobTools } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import type { ConversationDeps } from "../deps.ts";
import { indexAnew } from "./messageIndex.ts";

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
      .select(["id", "threadId", "position"])
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
    const ids = rows.map(({ id }) => id);
    await deps.store.transaction((tx) => indexAnew(tx, organizationId, ids));
    last = { threadId: end.threadId, position: end.position };
    tools.progress({ done });
  }
}
