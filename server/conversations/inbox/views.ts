import { maxThreadViews } from "../../../shared/contract/conversations/inbox/threadViews.ts";
import type {
  createThreadView,
  ThreadView,
  updateThreadView,
} from "../../../shared/contract/conversations/inbox/threadViews.ts";
import type { BodyOf } from "../../../shared/contract/call.ts";
import { fitsChoices } from "../../../shared/domain/choiceFilter.ts";
import { isQueued } from "../../../shared/domain/queues.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type {} from "../../accounts/tables.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { newId } from "../../database/ids.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { MemberCaller } from "../../requests/handle.ts";
import type { ConversationDeps } from "../deps.ts";
import type { ThreadViewRow } from "../tables.ts";
import { tellKept } from "../threads/tell.ts";
import type { QueueCounts } from "./queueCounts.ts";

/** A member who keeps views of an agent's conversations. */
export interface ViewKeeper extends AgentKey {
  member: Pick<MemberCaller, "userId" | "may">;
}

type Deps = Pick<ConversationDeps, "store" | "events" | "now">;
type Named = ThreadViewRow & { firstName: string | null; lastName: string | null };

/** Gives the views that a member has: their own and those that are shared, by name. */
export async function listViewRows(
  db: Db,
  { organizationId, agentId, userId }: AgentKey & { userId: string },
): Promise<Named[]> {
  const rows = await selectViews(db, { organizationId, agentId, userId }).execute();
  return rows.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Gives the view with which the inbox opens for somebody; null where there is none, or they may no longer see it. */
export async function readStartView(
  db: Db,
  { organizationId, agentId, userId }: AgentKey & { userId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom("startViews")
    .select("viewId")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row?.viewId ?? null;
}

/** A view as a member sees it, counted where their counts tell how many conversations it shows. */
export function presentView(
  row: Named,
  { member, counts }: { member: ViewKeeper["member"]; counts: QueueCounts | null },
): ThreadView {
  const filter = JSON.parse(row.filter) as ThreadView["filter"]; // written after the contract's check
  return {
    ...{ id: row.id, name: row.name, isShared: row.isShared === 1 },
    maker: { id: row.makerId, name: `${row.firstName ?? ""} ${row.lastName ?? ""}`.trim() },
    mayChange: mayChange(row, member),
    ...{ filter, sort: row.sort },
    table: row.tableShown === null ? null : (JSON.parse(row.tableShown) as ThreadView["table"]), // as the filter
    count: counts && countView(filter, counts, member.userId),
  };
}

/** Keeps a new view. */
export async function makeView(
  deps: Deps,
  { organizationId, agentId, member }: ViewKeeper,
  { name, isShared, filter, sort, table }: BodyOf<typeof createThreadView>["data"],
): Promise<Named> {
  return deps.store.transaction(async (tx) => {
    const { kept } = await tx
      .selectFrom("threadViews")
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("makerId", "=", member.userId)
      .select((row) => row.fn.countAll<number>().as("kept"))
      .executeTakeFirstOrThrow();
    if (kept >= maxThreadViews) {
      const message = `You have ${maxThreadViews} views of this agent's conversations. Delete one first.`;
      throw new AppError("conflict", { message });
    }
    const at = deps.now();
    const row: ThreadViewRow = {
      ...{ organizationId, agentId, id: newId(at), makerId: member.userId, name },
      ...{ isShared: Number(isShared), filter: JSON.stringify(filter), sort, createdAt: at, updatedAt: at },
      tableShown: writeTable(table ?? null),
    };
    await tx.insertInto("threadViews").values(row).execute();
    await tellOfViews(deps, tx, row);
    return findView(tx, { organizationId, agentId, member, viewId: row.id });
  });
}

/** Changes a view of the member's, or a shared one as a manager. */
export async function changeView(
  deps: Deps,
  key: ViewKeeper & { viewId: string },
  { name, isShared, filter, sort, table }: BodyOf<typeof updateThreadView>["data"],
): Promise<Named> {
  return deps.store.transaction(async (tx) => {
    const row = await findOwnView(tx, key);
    await tx
      .updateTable("threadViews")
      .set({
        ...{ updatedAt: deps.now(), ...(name !== undefined && { name }), ...(sort && { sort }) },
        ...(isShared !== undefined && { isShared: Number(isShared) }),
        ...(filter && { filter: JSON.stringify(filter) }),
        ...(table !== undefined && { tableShown: writeTable(table) }),
      })
      .where("organizationId", "=", key.organizationId)
      .where("id", "=", row.id)
      .execute();
    if (isShared === false) await forgetStarts(tx, row, { but: row.makerId });
    await tellOfViews(deps, tx, row);
    // A manager who makes another member's view private gives it away.
    return findView(tx, { ...key, member: { ...key.member, userId: row.makerId } });
  });
}

/** Deletes a view, as it is changed. */
export async function dropView(deps: Deps, key: ViewKeeper & { viewId: string }): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const row = await findOwnView(tx, key);
    await forgetStarts(tx, row, {});
    await tx
      .deleteFrom("threadViews")
      .where("organizationId", "=", key.organizationId)
      .where("id", "=", row.id)
      .execute();
    await tellOfViews(deps, tx, row);
  });
}

/** Says with which view the inbox opens for a member. */
export async function chooseStart(
  deps: Deps,
  { organizationId, agentId, member, viewId }: ViewKeeper & { viewId: string | null },
): Promise<void> {
  const key = { organizationId, agentId, userId: member.userId };
  await deps.store.transaction(async (tx) => {
    if (viewId === null) {
      await tx
        .deleteFrom("startViews")
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .where("userId", "=", member.userId)
        .execute();
    } else {
      await findView(tx, { organizationId, agentId, member, viewId });
      await tx
        .insertInto("startViews")
        .values({ ...key, viewId })
        .onConflict((conflict) =>
          conflict.columns(["organizationId", "agentId", "userId"]).doUpdateSet({ viewId }),
        )
        .execute();
    }
    await tellOfViews(deps, tx, key);
  });
}

function writeTable(table: ThreadView["table"]): string | null {
  return table && JSON.stringify(table);
}

function selectViews(db: Db, { organizationId, agentId, userId }: AgentKey & { userId: string }) {
  return db
    .selectFrom("threadViews")
    .leftJoin("users", "users.id", "threadViews.makerId")
    .selectAll("threadViews")
    .select(["users.firstName", "users.lastName"])
    .where("threadViews.organizationId", "=", organizationId)
    .where("threadViews.agentId", "=", agentId)
    .where((row) => row.or([row("threadViews.isShared", "=", 1), row("threadViews.makerId", "=", userId)]));
}

async function findView(
  db: Db,
  { organizationId, agentId, member: { userId }, viewId }: ViewKeeper & { viewId: string },
): Promise<Named> {
  const row = await selectViews(db, { organizationId, agentId, userId })
    .where("threadViews.id", "=", viewId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

async function findOwnView(tx: Tx, key: ViewKeeper & { viewId: string }): Promise<Named> {
  const row = await findView(tx, key);
  if (mayChange(row, key.member)) return row;
  throw new AppError("forbidden", {
    message: "Only the member who shared this view and managers can change it.",
  });
}

function mayChange({ makerId }: ThreadViewRow, member: ViewKeeper["member"]): boolean {
  return makerId === member.userId || member.may("conversations.manage");
}

/** All of the team hears it, of a private one too: it is for another window of its maker's, and says nothing of the view. */
function tellOfViews(deps: Deps, tx: Tx, { organizationId, agentId }: AgentKey): Promise<void> {
  return tellKept(deps, tx, { organizationId, agentId, kind: "views" });
}

async function forgetStarts(
  tx: Tx,
  { organizationId, agentId, id }: ThreadViewRow,
  { but }: { but?: string },
): Promise<void> {
  await tx
    .deleteFrom("startViews")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("viewId", "=", id)
    .$if(but !== undefined, (found) => found.where("userId", "!=", but ?? ""))
    .execute();
}

/** By what the queues are counted by anyway; by whatever else a view filters, it is not counted. */
function countView(filter: ThreadView["filter"], counts: QueueCounts, userId: string): number | null {
  const { queue = "all", status, assigneeId, surface, ...others } = filter;
  if (Object.keys(others).length > 0) return null;
  if (queue === "mentions" || queue === "due" || queue === "approvals")
    return status || assigneeId || surface ? null : counts[queue];
  return counts.groups
    .filter(
      (group) =>
        isQueued(queue, group, userId) &&
        fitsChoices(status, (one) => one === group.status) &&
        fitsChoices(assigneeId, (one) => one === (group.assigneeId ?? "none")) &&
        (!surface || surface === group.surfaceType),
    )
    .reduce((sum, { count }) => sum + count, 0);
}
