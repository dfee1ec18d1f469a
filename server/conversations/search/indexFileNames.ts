import type { JobTools } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import type { ConversationDeps } from "../deps.ts";
import { indexAnew } from "./messageIndex.ts";

/** Few at a time, so that nobody waits long for the writer. */
const atOnce = 200;

/** Says how messages from before they were found by their files' names come to be; the migration queues the job. */
export function registerFileNames(deps: ConversationDeps): void {
  deps.jobs.register("conversations.fileNames", (job, tools) => indexFileNames(deps, job, tools));
}

async function indexFileNames(
  { store }: ConversationDeps,
  { organizationId }: JobRow,
  tools: JobTools,
): Promise<void> {
  let last = "";
  for (let done = 0; ; done += atOnce) {
    tools.signal.throwIfAborted();
    const sent = await store.reader
      .selectFrom("attachments")
      .select(["id", "messageId"])
      .where("organizationId", "=", organizationId)
      .where("id", ">", last)
      .where("messageId", "is not", null)
      .orderBy("id")
      .limit(atOnce)
      .execute();
    const end = sent.at(-1);
    if (!end) return;
    const ids = sent.flatMap(({ messageId }) => messageId ?? []);
    await store.transaction((tx) => indexAnew(tx, organizationId, ids));
    last = end.id;
    tools.progress({ done });
  }
}
