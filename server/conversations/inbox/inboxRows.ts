import { sql } from "kysely";
import type { Expression, ExpressionBuilder, RawBuilder, SqlBool } from "kysely";
import { priorities } from "../../../shared/contract/conversations/conversations.ts";
import type { ThreadFilter, ThreadSort } from "../../../shared/contract/conversations/inbox/threadFilter.ts";
import { readChoices } from "../../../shared/domain/choiceFilter.ts";
import type { Choices } from "../../../shared/domain/choiceFilter.ts";
import { readFieldFilter } from "../../../shared/domain/fieldFilter.ts";
import type { FieldFilter } from "../../../shared/domain/fieldFilter.ts";
import type { ThreadFigure } from "../../../shared/domain/figureState.ts";
import type { Queue } from "../../../shared/domain/queues.ts";
import { threadFilterNames, type ThreadFilterName } from "../../../shared/domain/threadFilters.ts";
import { dialectOf } from "../../database/columns.ts";
import type { Db, Tables } from "../../database/store.ts";
import type { ThreadRow } from "../tables.ts";
import { countsIn } from "./figureFilter.ts";

/** Which conversations, in the eyes of whom. */
export interface InboxWanted {
  organizationId: string;
  /** Those of one agent, or of several. */
  agentId: string | readonly string[];
  userId: string;
  filter: ThreadFilter;
  /** Only this one. */
  threadId?: string | undefined;
  /** Only these. */
  threadIds?: readonly string[] | undefined;
  /** Without those that `userId` muted, or these alone. */
  muted?: "out" | "alone";
}

/** The same of one agent. */
export type OfOneAgent = InboxWanted & { agentId: string };

/** The threads that a filter lets through; previews are not among them. */
export function selectInbox(db: Db, { organizationId, agentId, userId, filter, ...wanted }: InboxWanted) {
  const { threadId, threadIds, muted } = wanted;
  let found = db
    .selectFrom("threads")
    .where("threads.organizationId", "=", organizationId)
    .where(isOfAgents(db, agentId))
    .where("threads.preview", "=", 0);
  if (threadId !== undefined) found = found.where("threads.id", "=", threadId);
  // A list of nothing is none to Postgres; no conversation has this id.
  if (threadIds) found = found.where("threads.id", "in", threadIds.length > 0 ? threadIds : [""]);
  if (muted) {
    found = found.where("threads.id", muted === "out" ? "not in" : "in", (inner) =>
      inner
        .selectFrom("mutedThreads")
        .select("mutedThreads.threadId")
        .where("mutedThreads.organizationId", "=", organizationId)
        .where("mutedThreads.userId", "=", userId)
        .$if(typeof agentId === "string", (query) =>
          query.where("mutedThreads.agentId", "=", String(agentId)),
        ),
    );
  }
  const eyes = { organizationId, agentId, userId, db };
  for (const name of threadFilterNames) {
    const asked = filter[name];
    // The contract has checked that it is of this filter's kind.
    if (asked !== undefined && asked !== "")
      found = found.where((row) => conditions[name](row, asked as never, eyes));
  }
  return found;
}

/** Of several agents the rows are read in the order of the organization's index, not agent by agent to be sorted then. */
function isOfAgents(db: Db, agentId: string | readonly string[]): RawBuilder<SqlBool> {
  const column = sql.ref("threads.agentId");
  if (typeof agentId === "string") return sql`${column} = ${agentId}`;
  // A list of nothing is none to Postgres; no agent has this id.
  const ids = sql.join(agentId.length > 0 ? [...agentId] : [""]);
  return dialectOf(db) === "sqlite" ? sql`+${column} in (${ids})` : sql`${column} in (${ids})`;
}

interface Eyes extends Pick<InboxWanted, "organizationId" | "agentId" | "userId"> {
  db: Db;
}

type Row = ExpressionBuilder<Tables, "threads">;
type Condition<Asked> = (row: Row, asked: Asked, eyes: Eyes) => Expression<SqlBool>;

/** Each filter of shared/domain/threadFilters.ts, asked of the rows. */
const conditions: { [Name in ThreadFilterName]: Condition<NonNullable<ThreadFilter[Name]>> } = {
  queue: (row, queue, eyes) => isQueuedRow(row, queue, eyes),
  status: among("threads.status"),
  handledBy: same("threads.handledBy"),
  priority: (row, asked) => {
    const { isNot, values } = readChoices(asked);
    const places = values.map((value) => priorities.findIndex((one) => one === value));
    return isAmong(row, "threads.priority", { isNot, values: places });
  },
  labelId(row, asked, { organizationId }) {
    const { isNot, values } = readChoices(asked);
    const labelled = row
      .selectFrom("threadLabels")
      .select("threadLabels.threadId")
      .where("threadLabels.organizationId", "=", organizationId)
      .where("threadLabels.labelId", "in", values);
    return row("threads.id", isNot ? "not in" : "in", labelled);
  },
  field(row, asked, eyes) {
    const field = readFieldFilter(asked);
    return field ? carries(row, eyes, field) : row.and([]);
  },
  assigneeId: among("threads.assigneeId"),
  teamId: among("threads.teamId"),
  surface: same("threads.surfaceType"),
  contactId: same("threads.contactId"),
  verified: (row, asked) => row("threads.contactVerified", "=", asked === "true" ? 1 : 0),
  resolution: among("threads.resolution"),
  rating(row, asked, { db }) {
    const { isNot, values } = withNobody(readChoices(asked));
    const scores = values.map((value) => (value === null ? null : Number(value)));
    const isRatedSo = isAmong(row, scoreOf(db), { isNot, values: scores });
    // Said by itself, so that the stores know that their index of these has them all.
    return isNot === scores.includes(null)
      ? row.and([isRatedSo, row("threads.rating", "is not", null)])
      : isRatedSo;
  },
  figure(row, asked, { db }) {
    const { isNot, values } = readChoices(asked);
    const counted = row.or(values.map((figure) => countsIn(figure as ThreadFigure, scoreOf(db)))); // checked by the contract
    return isNot ? row.not(counted) : counted;
  },
  country: among("threads.country"),
  language: (row, asked, { db }) => isAmong(row, languageOf(db), withNobody(readChoices(asked))),
  // Written out, so that SQLite knows that its index of these has them all.
  unread: (row) => row("threads.unread", ">", sql.lit(0)),
  since: (row, asked) => row("threads.lastActivityAt", ">=", asked),
  before: (row, asked) => row("threads.lastActivityAt", "<", asked),
  begunSince: (row, asked) => row("threads.createdAt", ">=", asked),
  begunBefore: (row, asked) => row("threads.createdAt", "<", asked),
};

function among(column: Chosen): Condition<string> {
  return (row, asked) => isAmong(row, column, withNobody(readChoices(asked)));
}

function same(column: "threads.handledBy" | "threads.surfaceType" | "threads.contactId"): Condition<string> {
  return (row, asked) => row(column, "=", asked as never); // of this column's kind
}

/** The same choices with null in the place of `none`. */
function withNobody({ isNot, values }: Choices): Among {
  return { isNot, values: values.map((value) => (value === "none" ? null : value)) };
}

interface Among {
  isNot: boolean;
  values: readonly (string | number | null)[];
}

type Chosen =
  | "threads.status"
  | "threads.priority"
  | "threads.teamId"
  | "threads.assigneeId"
  | "threads.country"
  | "threads.resolution"
  | RawBuilder<string | number | null>;

/** The language without its region. */
export function languageOf(db: Db): RawBuilder<string | null> {
  const tag = sql.ref("threads.language");
  return dialectOf(db) === "sqlite"
    ? sql`substr(${tag}, 1, instr(${tag} || '-', '-') - 1)`
    : sql`split_part(${tag}, '-', 1)`;
}

/** How good its visitor found it; null where they did not say. */
function scoreOf(db: Db): RawBuilder<number | null> {
  const rating = sql.ref("threads.rating");
  return dialectOf(db) === "sqlite"
    ? sql`json_extract(${rating}, '$.score')`
    : sql`(${rating}::json ->> 'score')::int`;
}

/** Whether a column has one of these values; with `isNot` whether it has none of them. */
function isAmong(row: Row, column: Chosen, { isNot, values }: Among): Expression<SqlBool> {
  const told = values.filter((value) => value !== null);
  const hasNull = told.length < values.length;
  if (told.length === 0) return row(column, isNot ? "is not" : "is", null);
  const isTold = row(column, isNot ? "not in" : "in", told as never); // of this column's kind
  // What has no value is among no values, which neither store says by itself.
  const isNull = row(column, isNot && hasNull ? "is not" : "is", null);
  if (isNot) return hasNull ? row.and([isTold, isNull]) : row.or([isTold, isNull]);
  return hasNull ? row.or([isTold, isNull]) : isTold;
}

/** Whether it carries a custom field, or a value of it; with `isNot` whether it does not. */
function carries(
  row: Row,
  { organizationId, agentId }: Eyes,
  { key, value, isNot }: FieldFilter,
): Expression<SqlBool> {
  const carried = row
    .selectFrom("threadFields")
    .select("threadFields.threadId")
    .where("threadFields.organizationId", "=", organizationId)
    .where("threadFields.fieldKey", "=", key)
    .$if(typeof agentId === "string", (one) => one.where("threadFields.agentId", "=", String(agentId)))
    .$if(value !== null, (one) => one.where("threadFields.value", "=", value));
  return row("threads.id", isNot ? "not in" : "in", carried);
}

/** The same as isQueued, asked of the rows. */
function isQueuedRow(
  row: Row,
  queue: Queue,
  { organizationId, userId }: Pick<InboxWanted, "organizationId" | "userId">,
): Expression<SqlBool> {
  const active = row("threads.status", "in", ["open", "pending"]);
  switch (queue) {
    case "all":
      return row.and([]);
    case "closed":
      return row("threads.status", "=", "resolved");
    case "snoozed":
      return row("threads.status", "=", "snoozed");
    case "mine":
      return row.and([active, row("threads.assigneeId", "=", userId)]);
    case "unassigned":
      return row.and([active, row("threads.handledBy", "=", "human"), row("threads.assigneeId", "is", null)]);
    case "waiting":
      return row.and([active, row("threads.waitingSince", "is not", null)]);
    case "due":
      return row("threads.replyDue", "is not", null);
    case "approvals":
      // Written out, so that SQLite knows that its index of these has them all.
      return row("threads.approvals", ">", sql.lit(0));
    case "ai":
      return row.and([active, row("threads.handledBy", "=", "ai")]);
    case "mentions":
      // Asked first, for they are few: asked of each conversation, an inbox of many is read whole.
      return row(
        "threads.id",
        "in",
        row
          .selectFrom("mentions")
          .select("mentions.threadId")
          .where("mentions.organizationId", "=", organizationId)
          .where("mentions.userId", "=", userId)
          .where("mentions.readAt", "is", null),
      );
    default:
      return queue satisfies never;
  }
}

/** Gives a page of conversations in the order asked for, and how many there are. */
export async function listInboxRows(
  db: Db,
  { page, limit, sort, ...wanted }: InboxWanted & { page: number; limit: number; sort: ThreadSort },
): Promise<{ rows: ThreadRow[]; total: number }> {
  const found = selectInbox(db, wanted);
  const direction = sort === "oldest" ? "asc" : "desc";
  // The rows are read once it is known which: they are long, and their order is in indices.
  let sorted = found.select("threads.id");
  if (sort === "waiting") {
    sorted = sorted
      .orderBy(sql`case when ${sql.ref("threads.waitingSince")} is null then 1 else 0 end`)
      .orderBy("threads.waitingSince", "asc");
  }
  if (sort === "priority") sorted = sorted.orderBy("threads.priority", "desc");
  const [shown, total] = await Promise.all([
    sorted
      .orderBy("threads.lastActivityAt", direction)
      .orderBy("threads.id", direction)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    countInboxRows(db, wanted),
  ]);
  const ids = shown.map(({ id }) => id);
  return { rows: await listRowsById(db, wanted.organizationId, ids), total };
}

/** How many conversations a filter lets through. */
export async function countInboxRows(db: Db, wanted: InboxWanted): Promise<number> {
  const { total } = await selectInbox(db, wanted)
    .select((row) => row.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** Gives conversations by their ids, in the order of these, without those that are gone since. */
export async function listRowsById(db: Db, organizationId: string, ids: string[]): Promise<ThreadRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("threads")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "in", ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
