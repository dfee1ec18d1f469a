import { indexMessages } from "../conversations/messages/search/messageIndex.ts";
import type { Store } from "../database/store.ts";

const atOnce = 500;

/** Rebuilds the full-text index of messages, of all or of one organization or agent. Gives the number of indexed messages. */
export async function rebuildIndex(
  store: Store,
  only?: { organizationId: string; agentId: string | null },
): Promise<number> {
  let last = { organizationId: "", id: "" };
  let count = 0;
  for (;;) {
    const rows = await store.db
      .selectFrom("messages")
      .select(["organizationId", "agentId", "threadId", "id", "content", "attachments", "kind", "status"])
      .where((row) =>
        row.or([
          row("organizationId", ">", last.organizationId),
          row.and([row("organizationId", "=", last.organizationId), row("id", ">", last.id)]),
        ]),
      )
      .$if(only !== undefined, (query) => query.where("organizationId", "=", only?.organizationId ?? ""))
      .$if(only?.agentId != null, (query) => query.where("agentId", "=", only?.agentId ?? ""))
      .orderBy("organizationId")
      .orderBy("id")
      .limit(atOnce)
      .execute();
    const end = rows.at(-1);
    if (!end) return count;
    await store.transaction((tx) => indexMessages(tx, rows));
    count += rows.filter(({ kind, status }) => kind === "text" && status !== "streaming").length;
    last = end;
  }
}
