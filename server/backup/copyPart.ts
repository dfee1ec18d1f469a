import { CannotStart } from "../database/cannotStart.ts";
import { isUniqueViolation } from "../database/faults.ts";
import type { openSqliteCopy } from "../database/sqlite.ts";
import type { Db, Store } from "../database/store.ts";
import { chooseRows } from "./agentTables.ts";
import type { OwnedPart, Part } from "./agentTables.ts";
import { refuseClash } from "./clashes.ts";
import { addRows, addRowsInside } from "./copyTable.ts";
import { readShapes } from "./partTables.ts";
import type { TableShape } from "./partTables.ts";
import { insertMissing } from "./rows.ts";
import type { Row } from "./rows.ts";

type Copy = ReturnType<typeof openSqliteCopy>;

/** One table's rows of a part. */
export interface PartTable extends TableShape {
  read(): Generator<Row[]>;
}

const rowsAtOnce = 500;

/** The rows of a user, and the column with the user's ID. Sessions end: people sign in again. */
const userTables: Record<string, string> = {
  ...{ users: "id", identities: "userId", secondFactors: "userId", recoveryCodes: "userId" },
  userPictures: "userId",
};

/**
 * Written last, in one transaction: until then nothing finds the other rows, and no timer of a running server works on them. A
 * restore that was killed has none of these, and the next one continues it.
 */
const lastTables = [
  ...["dataSources", "workflows", "workflowRuns", "channels", "webhookDeliveries", "scheduledReplies"],
  ...["reportMails", "digests", "subscriptions", "figureChanges", "deletedAgents", "members"],
  ...["organizations", "agents", "jobs", "files"],
];

/**
 * What outlives an agent is newer here: credits that are billed, and the numbers of live events, which may never repeat. A job
 * that is here is the one that runs.
 */
const keptHere = new Set([
  ...["creditCharges", "creditUse", "jobs", "liveCounters", "liveEvents", "liveFollowers"],
]);

/** Reads which tables of a copy have rows of a part, each after those that it refers to. */
export async function chooseTables(
  copy: Copy,
  { part, to, isEmpty }: { part: OwnedPart; to: Db; isEmpty: boolean },
): Promise<PartTable[]> {
  const shapes = readShapes(copy);
  const choose = ({ name, columns }: TableShape) => {
    if (Object.hasOwn(userTables, name)) return part.withOrganization ? "true" : null;
    // Says by which secret key everything was sealed.
    if (name === "installation") return isEmpty ? "true" : null;
    return chooseRows(name, columns, part);
  };
  const chosen = shapes.flatMap((shape) => {
    const condition = choose(shape);
    if (condition === null) return [];
    const read = () => copy.read<Row>(`select * from "${shape.name}" where ${condition}`, rowsAtOnce);
    return [{ ...shape, read }];
  });
  const users = await findUsers(copy, chosen, to);
  return chosen.map((table) => {
    const ofUser = userTables[table.name];
    const mayRead = (row: Row) => {
      if (ofUser !== undefined) return users.added.has(row[ofUser]);
      return !table.needsUser || users.added.has(row["userId"]) || users.here.has(row["userId"]);
    };
    return {
      ...table,
      *read() {
        for (const rows of table.read()) yield rows.filter(mayRead);
      },
    };
  });
}

/** The users of the copy that are in the other database, and the members that are added to it. */
async function findUsers(
  copy: Copy,
  tables: readonly PartTable[],
  to: Db,
): Promise<{ here: ReadonlySet<unknown>; added: ReadonlySet<unknown> }> {
  const here = new Set<unknown>();
  for (const rows of copy.read<{ id: string }>("select id from users", rowsAtOnce)) {
    const ids = rows.map(({ id }) => id);
    const found = await to.selectFrom("users").select("id").where("id", "in", ids).execute();
    for (const { id } of found) here.add(id);
  }
  const members = tables.find(({ name }) => name === "members");
  const added = new Set<unknown>();
  for (const rows of members?.read() ?? [])
    for (const { userId } of rows) if (!here.has(userId)) added.add(userId);
  return { here, added };
}

/**
 * Refuses rows that clash with data of the other database, before anything is written. Gives the IDs of the files that belong to
 * the part: all of an organization, or those that an agent's rows name.
 */
export async function lookThrough(
  tables: readonly PartTable[],
  { part, to }: { part: Part; to: Db },
): Promise<Set<string>> {
  const files = tables.find(({ name }) => name === "files");
  const known = new Set<string>();
  for (const rows of files?.read() ?? []) for (const { id } of rows) known.add(String(id));
  const named = new Set<string>();
  for (const { name, onlyOnce, read } of tables) {
    const namesFiles = part.agentId !== null && name !== "files";
    if (onlyOnce.length === 0 && !namesFiles) continue;
    for (const rows of read()) {
      for (const once of onlyOnce) if (!keptHere.has(name)) await refuseClash(to, once, rows);
      if (namesFiles) for (const id of rows.flatMap(listIds)) if (known.has(id)) named.add(id);
    }
  }
  return part.agentId === null ? known : named;
}

/** All that looks like an ID in the texts of a row. */
function listIds(row: Row): string[] {
  return Object.values(row).flatMap((value) =>
    typeof value === "string" ? (value.match(/[0-9a-z]{8,64}/g) ?? []) : [],
  );
}

/** Writes the rows and compares them by hash. Gives their number. */
export async function writePart(
  store: Store,
  tables: readonly PartTable[],
  { isWanted, report }: { isWanted(table: string, row: Row): boolean; report(line: string): void },
): Promise<number> {
  let total = 0;
  const count = (name: string, rows: number) => {
    if (rows > 0) report(`${name}: ${rows}`);
    total += rows;
  };
  const select = async function* ({ name, read }: PartTable) {
    for (const rows of read()) yield rows.filter((row) => isWanted(name, row));
  };
  try {
    for (const table of tables.filter(({ name }) => !lastTables.includes(name))) {
      const { name } = table;
      if (!keptHere.has(name)) count(name, await addRows(store, name, select(table)));
      else for await (const rows of select(table)) count(name, await insertMissing(store.db, name, rows));
    }
    const last = lastTables.flatMap((name) => tables.filter((table) => table.name === name));
    const before = total;
    await store.transaction(async (tx) => {
      total = before;
      for (const table of last)
        for await (const rows of select(table)) {
          if (keptHere.has(table.name)) total += await insertMissing(tx, table.name, rows);
          else total += await addRowsInside(tx, store, { table: table.name, rows });
        }
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new CannotStart(
      "A row of the backup has a value that other data here has, too. Nothing became visible. Use an empty installation.",
      { cause: error },
    );
  }
  return total;
}
