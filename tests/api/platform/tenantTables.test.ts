import { sql } from "kysely";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../../server/database/store.ts";
import { bothStores, stores } from "../../kit/database/stores.ts";
import { listSources, readProject } from "../../structure/files.ts";

/** Tables of the whole installation. Everything else belongs to one organization. */
const installationTables = [
  ...["users", "sessions", "identities", "secondFactors", "recoveryCodes", "userPictures", "mailedCodes"],
  ...["passwordLinks", "pendingSignIns", "socialAttempts", "nonces", "organizations", "installation"],
  // Tried before there is an organization, and how often templates were used by all.
  ...["trials", "designSelections", "templateCounts"],
];

/** Tables whose key does not begin with the organization. */
const otherKeys: Record<string, string> = {
  figureChanges: "a queue that is read in the order of its numbers",
  messageIndex: "a full-text index of SQLite; its rows carry the organization",
  mcpEndpoints: "found by the agent, which a program names without its organization",
  paymentEvents: "numbered by Stripe, which names no organization",
};

/** Unique without the organization: what a request without a session names, or what all organizations share. */
const uniqueEverywhere: Record<string, string> = {
  "agentTemplates agentId": "a public template is asked for by its agent",
  "agentTemplates exportId": "a public template is asked for by its export",
  "apiKeys keyHash": "a key says who comes",
  "channels installedIn": "an app's event names its workspace",
  "channels webhookKey": "a provider's webhook names its channel",
  "dataSources webhookHash": "a webhook names its source",
  "hostedPages domain": "a domain leads to one page",
  "hostedPages slug": "a hosted page has one address",
  "integrations hookId": "a service's webhook names its connection",
  "invites tokenHash": "an invite is opened by its link",
  "jobs id": "a job is asked to end by its ID",
  "subscriptions customerId": "Stripe names its customer",
  "surfaces token": "a page is opened by its token",
  "visitorSessions id": "a visitor is known by the session",
  "workflowRunSteps token": "a waiting step is gone on with by its token",
  "workflows hookId": "a webhook names its workflow",
  "zones slug": "a zone has one name",
};

/** Indexes by which the server finds what is due, old or somebody's own in all organizations at once. */
const acrossOrganizations = [
  ...[
    "auditEntries at",
    "calls seenAt",
    "calls state",
    "channelUpdates createdAt",
    "chosenExports createdAt",
  ],
  ...[
    "dataSources nextSyncAt",
    "files keptBy",
    "idempotencyKeys startedAt",
    "jobs endedAt",
    "jobs state",
    "liveEvents createdAt",
  ],
  ...["members userId", "messages status", "movedThreads createdAt", "paymentEvents receivedAt"],
  ...["pushDevices endpointHash", "pushDevices sessionId", "pushDevices userId", "reportMails nextAt"],
  ...["reportMails userId", "skillRuns id", "subscriptions checkAt", "threadLooks until"],
  ...["threads replyDueAt", "webhookDeliveries state", "workflowRuns endedAt", "workflowRuns wakeAt"],
  ...["workflows nextRunAt"],
];

/** Files whose joins name the organization in another place of the statement. */
const boundElsewhere: Record<string, string> = {
  "server/conversations/inbox/countChoices.ts":
    "a cross join for the order of reading, with both columns in its where",
  "server/conversations/inbox/unread.ts": "the same",
  "server/conversations/messages/search/matchMessages.ts": "the rows of the organization are chosen first",
  "server/knowledge/pages/listPages.ts": "what is joined are the edits of one source",
};

const [kind] = stores();
if (!kind) throw new Error("There is a store on every machine.");

describe.skipIf(kind.name !== "sqlite")("the tables of organizations", () => {
  let store: Store;
  beforeAll(async () => void ({ store } = await kind.open()));

  async function read<Row>(statement: string): Promise<Row[]> {
    return (await sql.raw<Row>(statement).execute(store.db)).rows;
  }

  it("carry the organization and begin their keys with it, but for those that say why not", async () => {
    const columns = await read<{ table: string; name: string; pk: number }>(
      `select t.name as "table", c.name, c.pk from sqlite_schema t, pragma_table_info(t.name) c
        where t.type = 'table' and t.name not like 'sqlite%' and t.name not like 'kysely%' and t.name not like 'messageTerms%'`,
    );
    const tables = Map.groupBy(columns, ({ table }) => table);
    const names = (wanted: (of: typeof columns) => boolean) =>
      [...tables].filter(([, of]) => wanted(of)).map(([name]) => name);
    const has = (of: typeof columns) => of.some(({ name }) => name === "organizationId");
    expect(names((of) => !has(of)).toSorted()).toEqual(installationTables.toSorted());
    const begins = (of: typeof columns) => of.some(({ name, pk }) => pk === 1 && name === "organizationId");
    expect(names((of) => has(of) && !begins(of)).toSorted()).toEqual(Object.keys(otherKeys).toSorted());
  });

  it("begin their other indexes with the organization, but for those that say why not", async () => {
    const indexes = await read<{ table: string; first: string; isUnique: number }>(
      `select distinct t.name as "table", i."unique" as "isUnique",
          (select c.name from pragma_index_info(i.name) c where c.seqno = 0) as "first"
        from sqlite_schema t, pragma_index_list(t.name) i where t.type = 'table' and i.origin != 'pk'`,
    );
    const others = indexes.filter(
      ({ table, first }) => first !== "organizationId" && !installationTables.includes(table),
    );
    const say = (unique: number) =>
      others
        .filter(({ isUnique }) => isUnique === unique)
        .map(({ table, first }) => `${table} ${first}`)
        .toSorted();
    expect(say(1)).toEqual(Object.keys(uniqueEverywhere).toSorted());
    expect(say(0)).toEqual(acrossOrganizations.toSorted());
  });

  it("refer to each other within the organization only", async () => {
    const references = await read<{ table: string; to: string; columns: string }>(
      `select t.name as "table", k."table" as "to", group_concat(k."from" || '=' || k."to") as columns
        from sqlite_schema t, pragma_foreign_key_list(t.name) k where t.type = 'table' group by t.name, k.id`,
    );
    const outside = references.filter(
      ({ to, columns }) =>
        !installationTables.includes(to) && !columns.includes("organizationId=organizationId"),
    );
    expect(outside).toEqual([]);
  });
});

const postgres = bothStores().find(({ name }) => name !== "sqlite");

describe.skipIf(!postgres)("the recipe for Citus", () => {
  it("leaves nothing on distributed tables that Citus refuses", async () => {
    const { store } = await (postgres ?? kind).open();
    const run = <Row>(text: string) => sql.raw<Row>(text).execute(store.db);
    // In the place of Citus: what is distributed, and how.
    await run(`create table citus_tables (table_name regclass, kind text)`);
    await run(`create function create_distributed_table(text, text) returns void language sql as
      $$ insert into citus_tables select $1::regclass, 'distributed' where $2 = 'organizationId' $$`);
    await run(`create function create_reference_table(text) returns void language sql as
      $$ insert into citus_tables values ($1::regclass, 'reference') $$`);
    const recipe = readProject("examples/deploy/citus.sql").replace(/^create extension.*$/m, "");
    // After an upgrade it is run again.
    for (const _ of [1, 2]) await run(recipe);

    const { rows } = await run<{ name: string; kind: string }>(
      `select c.relname as name, t.kind from citus_tables t join pg_class c on c.oid = t.table_name`,
    );
    const named = (wanted: string) => rows.filter((row) => row.kind === wanted).map(({ name }) => name);
    expect(named("distributed").length).toBeGreaterThan(60);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    const small = ["agentTemplates", "hostedPages", "subscriptions", "zones", "jobs"];
    const whole = [...installationTables, ...small, "figureChanges", "mcpEndpoints", "paymentEvents"];
    expect(named("reference").filter((name) => !whole.includes(name))).toEqual(["citus_tables"]);

    const refused = await run(
      `select i.indexrelid::regclass from pg_index i join citus_tables t on t.table_name = i.indrelid and t.kind = 'distributed'
        where i.indisunique and not exists (select from pg_attribute a
          where a.attrelid = i.indrelid and a.attname = 'organizationId' and a.attnum = any (i.indkey))`,
    );
    expect(refused.rows).toEqual([]);
    const outward = await run(
      `select k.conname from pg_constraint k
        join citus_tables t on t.table_name = k.conrelid join citus_tables r on r.table_name = k.confrelid
        where k.contype = 'f' and t.kind = 'reference' and r.kind = 'distributed'`,
    );
    expect(outward.rows).toEqual([]);
  });
});

describe("the server's statements", () => {
  it("join tables of organizations by the organization", () => {
    const wrong = listSources()
      .filter((path) => path.startsWith("server/") && !path.endsWith(".test.ts"))
      .flatMap((path) => findJoins(path).filter(({ text, table }) => !isWithin(text, table)));
    expect(wrong.filter(({ path }) => !(path in boundElsewhere))).toEqual([]);
    expect([...new Set(wrong.map(({ path }) => path))].toSorted()).toEqual(
      Object.keys(boundElsewhere).toSorted(),
    );
  });

  it("are told apart from those that join two organizations", () => {
    expect(isWithin('"labels", "labels.id", "threadLabels.labelId"', "labels")).toBe(false);
    expect(isWithin('"users", "users.id", "members.userId"', "users")).toBe(true);
  });
});

function isWithin(text: string, table: string | null): boolean {
  return text.includes("organizationId") || (table !== null && installationTables.includes(table));
}

/** The joins of a file: those of the query builder, and those in texts of SQL that name a table. */
function findJoins(path: string): { path: string; text: string; table: string | null }[] {
  const code = readProject(path);
  if (!/Join(Lateral)?\(|\bjoin\s+"/i.test(code)) return [];
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const found: ReturnType<typeof findJoins> = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      /^(inner|left|right|full|cross)Join(Lateral)?$/.test(node.expression.name.text)
    ) {
      const [first] = node.arguments;
      const table = first && ts.isStringLiteral(first) ? (first.text.split(" ")[0] ?? null) : null;
      found.push({ path, text: node.arguments.map((one) => one.getText()).join(", "), table });
    }
    if (ts.isTaggedTemplateExpression(node) && /\bjoin\s+"/i.test(node.template.getText())) {
      found.push({ path, text: node.template.getText(), table: null });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
