import { forecastRetention } from "../../../../shared/contract/conversations/threads/retention.ts";
import { keptSince } from "../../../../shared/domain/retention.ts";
import { handle } from "../../../requests/handle.ts";
import type { Route } from "../../../requests/handle.ts";
import type { ConversationDeps } from "../../deps.ts";
import { dueThreads, oldThreads } from "./dueThreads.ts";

/** The call that says beforehand what a retention deletes. */
export function createRetentionRoute({
  store: { reader },
  now,
}: Pick<ConversationDeps, "store" | "now">): Route {
  return handle(forecastRetention, async ({ caller, params, query }) => {
    const key = { organizationId: caller.organizationId, agentId: params.productId };
    const before = keptSince(query.days, now());
    const due = dueThreads(reader, key, before);
    const [all, { conversations }, { files }] = await Promise.all([
      oldThreads(reader, key, before)
        .select((row) => row.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow(),
      due.select((row) => row.fn.countAll<number>().as("conversations")).executeTakeFirstOrThrow(),
      reader
        .selectFrom("attachments")
        .innerJoin("messages", (join) =>
          join
            .onRef("messages.organizationId", "=", "attachments.organizationId")
            .onRef("messages.id", "=", "attachments.messageId"),
        )
        .where("messages.organizationId", "=", key.organizationId)
        .where("messages.threadId", "in", due.select("threads.id"))
        .select((row) => row.fn.countAll<number>().as("files"))
        .executeTakeFirstOrThrow(),
    ]);
    const data = { before, conversations: Number(conversations), files: Number(files) };
    return { data: { ...data, keptOpen: Number(all.total) - data.conversations } };
  });
}
