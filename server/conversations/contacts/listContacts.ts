import type { SelectQueryBuilder } from "kysely";
import type { ContactFilter } from "../../../shared/contract/conversations/contacts/contactFilter.ts";
import type { ContactSort } from "../../../shared/contract/conversations/contacts/contacts.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db, Tables } from "../../database/store.ts";
import type { ContactRow } from "../tables.ts";
import { selectContacts } from "./selectContacts.ts";
import type { ContactChoice } from "./selectContacts.ts";

export interface ContactsWanted extends AgentKey {
  filter: ContactFilter;
  sort: ContactSort;
  limit: number;
  page: number;
  /** The empty text begins; pages are counted without one. */
  cursor?: string | undefined;
}

interface ContactPage {
  rows: ContactRow[];
  total: number;
  next?: string | null;
}

/** Gives a page of an agent's people, and how many there are. */
export async function listContactRows(db: Db, asked: ContactsWanted): Promise<ContactPage> {
  const wanted = { ...asked, isFewSince: await isFewSince(db, asked) };
  const [page, total] = await Promise.all([
    wanted.cursor === undefined ? readPage(db, wanted) : readAfter(db, { ...wanted, cursor: wanted.cursor }),
    countContacts(db, wanted),
  ]);
  return { ...page, total };
}

/** More conversations than that take longer than to ask of each person. */
const mostSince = 20_000;

async function isFewSince(db: Db, { organizationId, agentId, filter }: ContactsWanted): Promise<boolean> {
  if (filter.since === undefined) return false;
  const further = await db
    .selectFrom("threads")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("lastActivityAt", ">=", filter.since)
    .orderBy("lastActivityAt")
    .limit(1)
    .offset(mostSince)
    .executeTakeFirst();
  return further === undefined;
}

type Page = ContactsWanted & Pick<ContactChoice, "isFewSince">;

/** Rows before the page are skipped with only the index. */
async function readPage(db: Db, { page, limit, sort, ...wanted }: Page) {
  const ids = inOrder(selectContacts(db, wanted).select("id"), sort)
    .limit(limit)
    .offset((page - 1) * limit);
  const found = db
    .selectFrom("contacts")
    .where("organizationId", "=", wanted.organizationId)
    .where("id", "in", ids)
    .selectAll();
  return { rows: await inOrder(found, sort).execute() };
}

/**
 * Gives those after a cursor. `next` is null where the list ends; with `oldest` it never is, so that a program can come back
 * for who came since.
 */
async function readAfter(db: Db, { cursor, limit, ...wanted }: Page & { cursor: string }) {
  const { sort } = wanted;
  const after = cursor === "" ? null : readCursor(cursor);
  let found = inOrder(selectContacts(db, wanted).selectAll(), sort).limit(limit + 1);
  if (after && sort === "lastSeen") {
    // Said so that the first of them is found by an index, and not passed by.
    found = found
      .where("lastSeenAt", "<=", after.lastSeenAt)
      .where(({ or, eb }) => or([eb("lastSeenAt", "<", after.lastSeenAt), eb("id", "<", after.id)]));
  } else if (after) {
    found = found.where("id", sort === "oldest" ? ">" : "<", after.id);
  }
  const read = await found.execute();
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  const goesOn = read.length > limit || sort === "oldest";
  if (!last) return { rows, next: sort === "oldest" ? cursor : null };
  return { rows, next: goesOn ? `${last.lastSeenAt}_${last.id}` : null };
}

/** Ids say who came first. */
function inOrder<Row>(found: SelectQueryBuilder<Tables, "contacts", Row>, sort: ContactSort) {
  if (sort !== "lastSeen") return found.orderBy("id", sort === "oldest" ? "asc" : "desc");
  return found.orderBy("lastSeenAt", "desc").orderBy("id", "desc");
}

/** How many people a filter lets through. */
export async function countContacts(db: Db, wanted: ContactChoice): Promise<number> {
  const { total } = await selectContacts(db, wanted)
    .select((row) => row.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function readCursor(cursor: string): { lastSeenAt: number; id: string } {
  const [, time, id] = /^(\d{1,15})_([0-9a-z]{1,64})$/.exec(cursor) ?? [];
  if (time === undefined || id === undefined) {
    const message = "This cursor is not from this list. Start with an empty one.";
    throw new AppError("invalid_input", { fields: [{ path: "query.cursor", message }] });
  }
  return { lastSeenAt: Number(time), id };
}
