import type { JobTools } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import type { ConversationDeps } from "../deps.ts";
import { indexAnew } from "./messageIndex.ts";

/** Few at a time, so that nobody waits long for the writer. */
const atOnce = 200;

/** Says how the words of an agent's messages come into an index that a migration has made anew; it queues the job. */
export function registerFilling(deps: ConversationDeps): void {
  deps.jobs.register("conversations.reindex", (job, tools) => fillIndex(deps, job, tools));
}

/** Newest first, since that is what is looked for; each keeps its place in the index. */
async function fillIndex(
  { store }: ConversationDeps,
  { organizationId, key: agentId }: JobRow,
  tools: JobTools,
): Promise<void> {
  let before = Number.MAX_SAFE_INTEGER;
  for (let done = 0; ; done += atOnce) {
    tools.signal.throwIfAborted();
    const places = await store.reader
      .selectFrom("messageIndex")
      .select(["number", "messageId"])
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("number", "<", before)
      .orderBy("number", "desc")
      .limit(atOnce)
      .execute();
    const end = places.at(-1);
    if (!end) return;
    const ids = places.map(({ messageId }) => messageId);
    await store.transaction((tx) => indexAnew(tx, organizationId, ids));
    before = end.number;
    tools.progress({ done });
  }
}
