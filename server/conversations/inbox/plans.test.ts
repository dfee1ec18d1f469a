import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrateFully } from "../../../tests/kit/database/migrateFully.ts";
import type { ContactFilter } from "../../../shared/contract/conversations/contacts/contactFilter.ts";
import { contactSorts } from "../../../shared/contract/conversations/contacts/contacts.ts";
import type { ContactSort } from "../../../shared/contract/conversations/contacts/contacts.ts";
import { queues } from "../../../shared/domain/queues.ts";
import type { Tables } from "../../database/store.ts";
import { listContactRows } from "../contacts/listContacts.ts";
import type { ContactsWanted } from "../contacts/listContacts.ts";
import { listInboxRows } from "./inboxRows.ts";
import type { OfOneAgent } from "./inboxRows.ts";
import { countUnread, listUnread } from "./unread.ts";
import { openStore } from "../../database/openStore.ts";

type Listed = Pick<Parameters<typeof listInboxRows>[1], "filter" | "sort">;

/** What is in the plan where rows are read without an index, or all sorted for each page (but those of one moment). */
const scans = /^SCAN threads(?! USING)/;
const sorts = /TEMP B-TREE FOR ORDER BY/;
/** Appears in plans that also read the rows of an index; rows of the page only are read by ID. */
const reads = /^SEARCH threads USING INDEX (?!.* AND id=)/;

const folder = mkdtempSync(join(tmpdir(), "pilothouse-plans-"));
let database: DatabaseSync;

beforeAll(async () => {
  const store = await openStore({ dataDir: folder });
  await migrateFully(store);
  const { file } = store;
  await store.close();
  database = new DatabaseSync(file ?? "", { readOnly: true });
});

afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the list of an inbox", () => {
  it.each<Listed>([
    ...queues.map((queue): Listed => ({ filter: { queue }, sort: "newest" })),
    ...queues.map((queue): Listed => ({ filter: { queue }, sort: "waiting" })),
    ...queues.map((queue): Listed => ({ filter: { queue }, sort: "priority" })),
    { filter: { labelId: "l" }, sort: "newest" },
    { filter: { field: "plan:Gold" }, sort: "newest" },
    { filter: { field: "-plan" }, sort: "newest" },
    { filter: { assigneeId: "u" }, sort: "newest" },
    { filter: { verified: "true" }, sort: "newest" },
    { filter: { resolution: "assumed" }, sort: "newest" },
    { filter: { since: 1, before: 2 }, sort: "oldest" },
    { filter: { unread: "true" }, sort: "newest" },
    { filter: { contactId: "c" }, sort: "newest" },
    { filter: { labelId: "-l,m" }, sort: "newest" },
  ])("is read by an index alone: $filter, $sort", async (listed) => {
    const plans = await explain(listed);
    expect(plans).not.toEqual([]);
    expect(plans.filter((line) => scans.test(line))).toEqual([]);
  });

  it.each<Listed>([
    { filter: { queue: "all" }, sort: "newest" },
    { filter: { queue: "all" }, sort: "oldest" },
    { filter: { queue: "all" }, sort: "priority" },
    { filter: { queue: "all" }, sort: "waiting" },
    { filter: { queue: "closed" }, sort: "newest" },
    { filter: { resolution: "assumed" }, sort: "newest" },
    { filter: { teamId: "t" }, sort: "newest" },
    { filter: { verified: "true" }, sort: "newest" },
    { filter: { status: "-resolved" }, sort: "newest" },
    { filter: { begunSince: 1 }, sort: "newest" },
  ])("stands in the order of an index, and is not sorted for each page: $filter, $sort", async (listed) => {
    expect((await explain(listed)).filter((line) => sorts.test(line))).toEqual([]);
  });

  it.each<Listed>([
    ...queues.map((queue): Listed => ({ filter: { queue }, sort: "newest" })),
    { filter: { queue: "closed", verified: "false" }, sort: "newest" },
    { filter: { queue: "mine", priority: "high" }, sort: "newest" },
    { filter: { status: "open", resolution: "assumed", surface: "widget" }, sort: "oldest" },
    { filter: { handledBy: "human", verified: "true" }, sort: "newest" },
    { filter: { resolution: "assumed", verified: "true" }, sort: "oldest" },
    { filter: { assigneeId: "none" }, sort: "newest" },
    { filter: { assigneeId: "u" }, sort: "newest" },
    { filter: { teamId: "t", since: 1 }, sort: "newest" },
    { filter: { status: "open,pending", priority: "-none" }, sort: "newest" },
    { filter: { teamId: "-none,t", assigneeId: "u,none" }, sort: "newest" },
    { filter: { begunSince: 1, begunBefore: 2 }, sort: "newest" },
  ])("reads no other rows than the page's: $filter, $sort", async (listed) => {
    expect((await explain(listed)).filter((line) => reads.test(line))).toEqual([]);
  });

  it.each([...queues.map((queue) => ({ queue })), { status: "open", priority: "high" }])(
    "of all agents is read by an index alone, in its order: %j",
    async (filter) => {
      const of = { ...wanted, agentId: ["a", "b"], filter, page: 1, limit: 25 };
      const lines = await explainAsked((db) => listInboxRows(db, { ...of, sort: "newest" }));
      expect(lines.filter((line) => scans.test(line) || reads.test(line))).toEqual([]);
      const isFew = ["mine", "mentions"].includes("queue" in filter ? filter.queue : "");
      expect(isFew ? [] : lines.filter((line) => sorts.test(line))).toEqual([]);
    },
  );

  it("counts what is unread by the index of that alone", async () => {
    const [news, ...others] = await explainAsked((db) => countUnread(db, wanted));
    expect(news).toMatch(/USING COVERING INDEX threadsUnread/);
    expect(others.filter((line) => scans.test(line))).toEqual([]);
  });

  it("counts all agents without reading the conversations that are nobody's news", async () => {
    const lines = await explainAsked((db) =>
      listUnread(db, { organizationId: "o", userId: "u", only: null }),
    );
    expect(lines).toContainEqual(expect.stringMatching(/threads USING COVERING INDEX threadsUnread/));
    expect(lines).toContainEqual(
      expect.stringMatching(/threads USING INDEX threadsByState .*status=\? AND handledBy=\?/),
    );
    const whole = /^SCAN (threads|mentions)|threads USING INDEX (?!threadsUnread).*\(organizationId=\?\)$/;
    expect(lines.filter((line) => whole.test(line))).toEqual([]);
  });
});

describe("the list of people", () => {
  const filters: ContactFilter[] = [
    {},
    { identity: "verified" },
    { identity: "address" },
    { blocked: "true" },
    { consent: "none" },
    { search: "ada" },
  ];
  it.each(filters)("is counted and found by an index alone, in its order: %j", async (filter) => {
    for (const sort of contactSorts) {
      const lines = await explainPeople({ filter, sort });
      const index = sort === "lastSeen" ? "contactsByLastSeen" : "contactsByAge";
      expect(withoutPage(lines, sort)).toEqual([
        expect.stringContaining(`${sort === "lastSeen" ? "COVERING " : ""}INDEX ${index} (`),
        expect.stringContaining("COVERING INDEX contactsBy"),
      ]);
    }
  });

  it.each(contactSorts)("is asked one by one, in order, whether much happened since: %s", async (sort) => {
    const lines = withoutPage(await explainPeople({ filter: { since: 1 }, sort }), sort);
    expect(lines.filter((line) => sorts.test(line) || /LIST SUBQUERY/.test(line))).toEqual([]);
    expect(lines.filter((line) => /COVERING INDEX threadsByContact/.test(line))).toHaveLength(2);
  });

  it("goes on from a cursor by the same index, without passing by whom it had", async () => {
    const [page] = await explainPeople({ filter: {}, sort: "lastSeen", cursor: "5_a" });
    expect(page).toMatch(/contactsByLastSeen \(.*AND lastSeenAt<\?\)/);
  });

  /** Leaves out what reads the rows of the page: by their ids, sorted where those say nothing of their order. */
  function withoutPage(lines: string[], sort: ContactSort): string[] {
    const at = lines.findIndex((line) => /contacts .*\(organizationId=\? AND id=\?\)$/.test(line));
    expect(lines[at + 1]).toMatch(/^LIST SUBQUERY/);
    const others = lines.toSpliced(at, 2);
    return sort === "lastSeen"
      ? others.toSpliced(
          others.findIndex((line) => sorts.test(line)),
          1,
        )
      : others;
  }

  const explainPeople = (listed: Pick<ContactsWanted, "filter" | "sort" | "cursor">) =>
    explainAsked((db) =>
      listContactRows(db, { organizationId: "o", agentId: "a", ...listed, page: 1, limit: 25 }),
    );
});

const wanted: OfOneAgent = { organizationId: "o", agentId: "a", userId: "u", filter: {} };

/** Gives what SQLite would do for the list, line by line. */
const explain = (listed: Listed) =>
  explainAsked((db) => listInboxRows(db, { ...wanted, ...listed, page: 1, limit: 25 }));

/** The same for whatever is asked. */
async function explainAsked(ask: (db: Kysely<Tables>) => Promise<unknown>): Promise<string[]> {
  const asked: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new EmptyDriver(),
      createIntrospector: (of) => new SqliteIntrospector(of),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: ({ query }) => void asked.push(query),
  });
  await ask(db);
  return asked.flatMap(({ sql, parameters }) =>
    database
      .prepare(`explain query plan ${sql}`)
      .all(...(parameters as (string | number)[])) // what the filters hold
      .map(({ detail }) => String(detail)),
  );
}

/** Answers every query with one row that counts nothing, and is one conversation. */
class EmptyDriver extends DummyDriver {
  override acquireConnection() {
    const rows = [{ total: 0, id: "t" }]; // the columns of a count, and of a page
    const executeQuery = <Row>() => Promise.resolve({ rows: rows as Row[] });
    return super.acquireConnection().then((one) => Object.assign(one, { executeQuery }));
  }
}
