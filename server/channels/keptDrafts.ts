import type { Db, Tx } from "../database/store.ts";
import { ChannelProblem } from "./ChannelProblem.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { DraftPlace, ShownDraft } from "./kind.ts";
import type { ChannelKinds } from "./kinds/kinds.ts";
import { findChannel, openChannel } from "./open.ts";
import type { ChannelDraftRow } from "./tables.ts";

/** Longer than a provider may take: the process that asked it has died. */
const busyForMs = 60_000;
/** An answer that can't be sent for so long stays as far as it was shown. */
const keptForMs = 24 * 60 * 60_000;
const pageSize = 200;

type DraftKey = Pick<ChannelDraftRow, "organizationId" | "messageId">;

/** What is shown of a message that is about to be sent; `isBusy` while some of it is on its way to there. */
export async function findDraft(
  db: Db,
  key: DraftKey,
  now: number,
): Promise<{ place: DraftPlace | null; isBusy: boolean }> {
  const row = await db
    .selectFrom("channelDrafts")
    .select(["place", "busyUntil"])
    .where("organizationId", "=", key.organizationId)
    .where("messageId", "=", key.messageId)
    .executeTakeFirst();
  return {
    place: row?.place == null ? null : (JSON.parse(row.place) as DraftPlace), // as the kind gave it
    isBusy: now < (row?.busyUntil ?? 0),
  };
}

export async function forgetDraft(db: Db, { organizationId, messageId }: DraftKey): Promise<void> {
  await db
    .deleteFrom("channelDrafts")
    .where("organizationId", "=", organizationId)
    .where("messageId", "=", messageId)
    .execute();
}

/** Keeps where answers are shown that become messages, so that any process finishes what another one began. */
export function createKeptDrafts(
  deps: Pick<ChannelDeps, "store" | "seal" | "lookOrigin" | "now" | "report">,
  kinds: ChannelKinds,
) {
  const { store, now } = deps;

  /** Begins to show an answer while nobody sends it; null where it is over, or shown already. */
  async function begin(
    key: ChannelKey & { threadId: string; messageId: string },
    ask: () => Promise<ShownDraft>,
  ): Promise<ShownDraft | null> {
    const { organizationId, agentId, type, threadId, messageId } = key;
    const at = now();
    const row = {
      ...{ organizationId, messageId, agentId, type, threadId, createdAt: at },
      ...{ place: null, busyUntil: at + busyForMs },
    };
    // The answer can't end in between: the job that sends it finds this row, and waits for its place.
    const isKept = await store.transaction(async (tx) => {
      if (!(await isBeingWritten(tx, row))) return false;
      const inserted = await tx
        .insertInto("channelDrafts")
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return inserted.numInsertedOrUpdatedRows === 1n;
    });
    if (!isKept) return null;
    let draft: ShownDraft;
    try {
      draft = await ask();
    } catch (error) {
      await forgetDraft(store.db, row);
      throw error;
    }
    const place = JSON.stringify(draft.at);
    const stored = await store.db
      .updateTable("channelDrafts")
      .set({ place, busyUntil: null })
      .where("organizationId", "=", organizationId)
      .where("messageId", "=", messageId)
      .executeTakeFirst();
    if (stored.numUpdatedRows === 1n) return draft;
    // The message was deleted meanwhile, or sent without waiting any longer.
    await drop({ ...row, place });
    return null;
  }

  /** Shows more of an answer; false where it is over. The job that sends it waits meanwhile, in whichever process. */
  async function showMore(key: DraftKey, show: () => Promise<void>): Promise<boolean> {
    const mark = (db: Db, busyUntil: number | null) =>
      db
        .updateTable("channelDrafts")
        .set({ busyUntil })
        .where("organizationId", "=", key.organizationId)
        .where("messageId", "=", key.messageId)
        .execute();
    const isWritten = await store.transaction(async (tx) => {
      if (!(await isBeingWritten(tx, key))) return false;
      await mark(tx, now() + busyForMs);
      return true;
    });
    if (!isWritten) return false;
    try {
      await show();
    } finally {
      await mark(store.db, null);
    }
    return true;
  }

  /** Takes away what is shown of an answer that ended without words. */
  async function settle({ organizationId, messageId }: DraftKey): Promise<void> {
    const [row] = await selectShown()
      .where("draft.organizationId", "=", organizationId)
      .where("draft.messageId", "=", messageId)
      .execute();
    if (row) await settleOne(row);
  }

  /** The same for all of them, and forgets those that can't be sent. */
  async function settleAll(): Promise<void> {
    for (let last = ""; ;) {
      const rows = await selectShown()
        .where("draft.messageId", ">", last)
        .orderBy("draft.messageId")
        .limit(pageSize)
        .execute();
      for (const row of rows) await settleOne(row).catch(deps.report);
      if (rows.length < pageSize) return;
      last = rows.at(-1)?.messageId ?? "";
    }
  }

  function selectShown() {
    return store.db
      .selectFrom("channelDrafts as draft")
      .leftJoin("messages as message", (join) =>
        join
          .onRef("message.organizationId", "=", "draft.organizationId")
          .onRef("message.id", "=", "draft.messageId"),
      )
      .selectAll("draft")
      .select(["message.status", "message.content"]);
  }

  async function settleOne({
    status,
    content,
    ...draft
  }: ChannelDraftRow & Record<"status" | "content", string | null>): Promise<void> {
    const isOld = draft.createdAt < now() - keptForMs;
    const isWithout = status === null || status === "failed" || content?.trim() === "";
    try {
      if (status !== "streaming" && isWithout) await drop(draft);
    } finally {
      if (isOld) await forgetDraft(store.db, draft);
    }
  }

  async function drop(draft: ChannelDraftRow): Promise<void> {
    const channel = await findChannel(store.db, draft);
    if (channel?.enabled === 1 && draft.place !== null)
      try {
        const place = JSON.parse(draft.place) as DraftPlace; // as the kind gave it
        const signal = new AbortController().signal;
        await kinds[draft.type].drafts?.drop?.(await openChannel(deps, channel), place, signal);
      } catch (error) {
        if (!(error instanceof ChannelProblem)) throw error;
        if (error.kind === "later") return;
      }
    await forgetDraft(store.db, draft);
  }

  return { begin, showMore, settle, settleAll };
}

/** Whether an answer is being written, which does not end before this transaction does. */
async function isBeingWritten(tx: Tx, { organizationId, messageId }: DraftKey): Promise<boolean> {
  const message = await tx
    .selectFrom("messages")
    .select("status")
    .where("organizationId", "=", organizationId)
    .where("id", "=", messageId)
    .forUpdate()
    .executeTakeFirst();
  return message?.status === "streaming";
}
