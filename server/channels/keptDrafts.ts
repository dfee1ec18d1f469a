import type { Db } from "../database/store.ts";
import { ChannelProblem } from "./ChannelProblem.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { DraftPlace, ShownDraft } from "./kind.ts";
import type { ChannelKinds } from "./kinds/kinds.ts";
import { findChannel, openChannel } from "./open.ts";
import type { ChannelDraftRow } from "./tables.ts";

/** Longer than a provider may take to begin: the process that asked it has died. */
const beginsWithinMs = 30_000;
/** An answer that can't be sent for so long stays as far as it was shown. */
const keptForMs = 24 * 60 * 60_000;

type DraftKey = Pick<ChannelDraftRow, "organizationId" | "messageId">;

/** What is shown of a message that is about to be sent; `isBeginning` while its place is not known yet. */
export async function findDraft(
  db: Db,
  key: DraftKey,
  now: number,
): Promise<{ place: DraftPlace | null; isBeginning: boolean }> {
  const row = await db
    .selectFrom("channelDrafts")
    .select(["place", "createdAt"])
    .where("organizationId", "=", key.organizationId)
    .where("messageId", "=", key.messageId)
    .executeTakeFirst();
  return {
    place: row?.place == null ? null : (JSON.parse(row.place) as DraftPlace), // as the kind gave it
    isBeginning: row?.place === null && now - row.createdAt < beginsWithinMs,
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
  deps: Pick<ChannelDeps, "store" | "seal" | "lookOrigin" | "now">,
  kinds: ChannelKinds,
) {
  const { store, now } = deps;

  /** Begins to show an answer while nobody sends it; null where it is over, or shown already. */
  async function begin(
    key: ChannelKey & { threadId: string; messageId: string },
    ask: () => Promise<ShownDraft>,
  ): Promise<ShownDraft | null> {
    const { organizationId, agentId, type, threadId, messageId } = key;
    const row = { organizationId, messageId, agentId, type, threadId, place: null, createdAt: now() };
    // The answer can't end in between: the job that sends it finds this row, and waits for its place.
    const isKept = await store.transaction(async (tx) => {
      const message = await tx
        .selectFrom("messages")
        .select("status")
        .where("organizationId", "=", organizationId)
        .where("id", "=", messageId)
        .forUpdate()
        .executeTakeFirst();
      if (message?.status !== "streaming") return false;
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
    await store.db
      .updateTable("channelDrafts")
      .set({ place: JSON.stringify(draft.at) })
      .where("organizationId", "=", organizationId)
      .where("messageId", "=", messageId)
      .execute();
    return draft;
  }

  async function isBeingWritten(
    { organizationId }: Pick<ChannelKey, "organizationId">,
    messageId: string,
  ): Promise<boolean> {
    const row = await store.db
      .selectFrom("messages")
      .select("status")
      .where("organizationId", "=", organizationId)
      .where("id", "=", messageId)
      .executeTakeFirst();
    return row?.status === "streaming";
  }

  /** Takes away what is shown of answers that ended without words, all of them or one. */
  async function settle({ messageId }: { messageId?: string } = {}): Promise<void> {
    const shown = store.db
      .selectFrom("channelDrafts as draft")
      .leftJoin("messages as message", (join) =>
        join
          .onRef("message.organizationId", "=", "draft.organizationId")
          .onRef("message.id", "=", "draft.messageId"),
      )
      .selectAll("draft")
      .select(["message.status", "message.content"]);
    const rows = await (
      messageId === undefined ? shown : shown.where("draft.messageId", "=", messageId)
    ).execute();
    for (const { status, content, ...draft } of rows) {
      const isWithout = status === null || status === "failed" || content?.trim() === "";
      if (status !== "streaming" && isWithout) await drop(draft);
      else if (draft.createdAt < now() - keptForMs) await forgetDraft(store.db, draft);
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

  return { begin, isBeingWritten, settle };
}
