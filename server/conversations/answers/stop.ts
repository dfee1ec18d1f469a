import type { ConversationDeps } from "../deps.ts";
import { endAnswer } from "./endAnswer.ts";
import type { ThreadWanted } from "../threads/find.ts";
import { findMessage, findThread, lockThread } from "../threads/find.ts";
import { askedIn } from "./lease.ts";
import type { MessageRow } from "../tables.ts";
import { endOf } from "./writer.ts";
import type { Writer } from "./writer.ts";

/** Stops an answer and gives its row with the text so far; one that has ended stays as it is. */
export async function stopMessage(
  deps: ConversationDeps,
  writer: Writer,
  { wanted, messageId }: { wanted: ThreadWanted; messageId: string },
): Promise<MessageRow> {
  const found = await findMessage(deps.store.db, await findThread(deps.store.db, wanted), messageId);
  if (found.status !== "streaming") return found;
  const [run] = writer.halt(wanted.threadId, messageId);
  try {
    return await deps.store.transaction(async (tx) => {
      const thread = await lockThread(tx, wanted);
      const row = await findMessage(tx, thread, messageId);
      const isRuns = run?.row.generation === row.generation;
      // What another process took over stands from its first words on; of what was asked again nothing was said before.
      const before = run && askedIn(run.row) === askedIn(row) ? run.text : "";
      const end =
        run && isRuns
          ? endOf(run, "stopped")
          : { status: "stopped" as const, text: row.content || before, outcome: null, error: null };
      return (await endAnswer(deps, tx, { row, end, thread, now: deps.now() })) ?? row;
    });
  } finally {
    if (run) await writer.settle([run]);
  }
}
