import { describe, expect, it } from "vitest";
import { createCollectionSkills } from "../../../server/actions/collections/createCollectionSkills.ts";
import type { CollectionAsker } from "../../../server/actions/collections/own.ts";
import { collectionTools } from "../../../server/actions/collections/tools.ts";
import { removeAgent } from "../../../shared/contract/agents/agents.ts";
import { removeDeletedAgent, listDeletedAgents } from "../../../shared/contract/agents/deletedAgents.ts";
import {
  cloneAgent,
  exportAgent,
  importAgent,
  sendImport,
} from "../../../shared/contract/agents/templates.ts";
import {
  addCollectionRows,
  cancelCollectionImport,
  changeCollectionRows,
  exportCollectionRows,
  listCollectionRows,
  listCollections,
  previewCollectionImport,
  removeCollection,
  removeCollectionRows,
} from "../../../shared/contract/collections/collections.ts";
import type { FilterOperator } from "../../../shared/domain/collections.ts";
import { openCollections } from "../../kit/actions/collections.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { makeXlsx } from "../../kit/knowledge/officeFiles.ts";

const columns = [
  { name: "Code", type: "text" as const, unique: true, required: true },
  { name: "Total", type: "number" as const },
  { name: "Paid", type: "yes_no" as const },
  { name: "Due", type: "date" as const },
  { name: "State", type: "choice" as const, options: ["New", "Sent"] },
  { name: "Note", type: "text" as const, searchable: false },
];

describe.each(bothStores())("data collections on $name", (store) => {
  it("keep typed rows, all of a request or none of it, and say which cell is wrong", async () => {
    const kit = await openCollections(store);
    const orders = await kit.make({ columns });
    const [first] = await kit.add(orders, [{ Code: "A1", Total: "1,250.5", Paid: "yes", Due: "29.11.2026" }]);
    expect(first).toMatchObject({ id: 1, values: { c1: "A1", c2: 1250.5, c3: true, c4: "2026-11-29" } });
    const wrong = kit.add(orders, [{ Code: "A2" }, { Total: "much" }, { Code: "a1", State: "new" }]);
    await expect(wrong).rejects.toMatchObject({
      status: 400,
      body: {
        error: {
          fields: [
            { path: "body.data.rows.1.values.c1", message: "Field is required" },
            { path: "body.data.rows.1.values.c2", message: "Write a number, such as 12.5." },
            { path: "body.data.rows.2.values.c1", message: "Another row has this value already." },
          ],
        },
      },
    });
    expect(await kit.read(orders, "Code")).toEqual(["A1"]);
    const change = (id: number, values: Record<string, string | null>) =>
      kit.client.call(changeCollectionRows, {
        params: kit.at(orders),
        body: { data: { rows: [{ id, values }] } },
      });
    await change(1, { c5: "sent", c4: null });
    const { items } = await kit.client.call(listCollectionRows, { params: kit.at(orders) });
    expect(items[0]?.values).toEqual({ c1: "A1", c2: 1250.5, c3: true, c5: "Sent" });
    await expect(change(1, { c1: null })).rejects.toMatchObject({ status: 400 });
    await expect(change(2, { c1: "A2" })).rejects.toMatchObject({ status: 400 });
    const body = { data: { ids: [1, 2] } };
    expect((await kit.client.call(removeCollectionRows, { params: kit.at(orders), body })).data.count).toBe(
      1,
    );
    // A number is never given twice, so that nobody who noted it changes another row.
    expect((await kit.add(orders, [{ Code: "A1" }]))[0]?.id).toBe(2);
    expect((await kit.get(orders)).rows).toBe(1);
  });

  it("are filtered and sorted by type, empty cells first, page by page", async () => {
    const kit = await openCollections(store);
    const long = `${"x".repeat(300)} Needle`;
    const things = await kit.make({ columns: columns.map((column) => ({ ...column, searchable: true })) });
    await kit.add(things, [
      { Code: "a", Total: 10, Paid: true, Due: "2026-01-31", State: "New", Note: "100% Ünder_way" },
      { Code: "b", Total: -2.5, Paid: false, Due: "2025-12-01", State: "Sent", Note: long },
      { Code: "c", Total: 9, Due: "2026-02-01", Note: "needle" },
      { Code: "d" },
    ]);
    const find = (column: string, operator: FilterOperator, value?: string | number | boolean) =>
      kit.read(things, "Code", {
        filters: [{ column: kit.columnOf(things, column), operator, ...(value !== undefined && { value }) }],
      });
    expect(await find("Total", "greater", -3)).toEqual(["a", "b", "c"]);
    expect(await find("Total", "at_most", "9")).toEqual(["b", "c"]);
    expect(await find("Total", "less", 9)).toEqual(["b"]);
    expect(await find("Total", "is_empty")).toEqual(["d"]);
    expect(await find("Paid", "equals", "no")).toEqual(["b"]);
    expect(await find("Paid", "not_equals", false)).toEqual(["a", "c", "d"]);
    expect(await find("Due", "at_least", "2026-01-31")).toEqual(["a", "c"]);
    expect(await find("State", "equals", "NEW")).toEqual(["a"]);
    expect(await find("Note", "contains", "NEEDLE")).toEqual(["b", "c"]);
    expect(await find("Note", "contains", "% ünder_")).toEqual(["a"]);
    expect(await find("Note", "equals", long.toUpperCase())).toEqual(["b"]);
    expect(await find("Note", "equals", `${long}s`)).toEqual([]);
    expect(await find("Note", "not_equals", long)).toEqual(["a", "c", "d"]);
    expect(await find("Note", "is_not_empty")).toEqual(["a", "b", "c"]);
    await expect(find("Paid", "greater", true)).rejects.toMatchObject({ status: 400 });
    expect(await kit.read(things, "Code", { sort: "Total" })).toEqual(["d", "b", "c", "a"]);
    expect(await kit.read(things, "Code", { sort: "Due", order: "desc" })).toEqual(["c", "a", "b", "d"]);

    const page = async (cursor?: string | null) => {
      const query = { sort: "c2", order: "desc", limit: 3, ...(cursor && { cursor }) };
      const { items, next } = await kit.client.call(listCollectionRows, { params: kit.at(things), query });
      return { next, codes: items.map(({ values }) => values["c1"]) };
    };
    const first = await page();
    expect(first.codes).toEqual(["a", "c", "b"]);
    expect(await page(first.next)).toEqual({ codes: ["d"], next: null });
    const broken = kit.client.call(listCollectionRows, { params: kit.at(things), query: { cursor: "x" } });
    await expect(broken).rejects.toMatchObject({ status: 400 });
  });

  it("find the same rows in a large collection, whether a filter lets few or many through", async () => {
    const kit = await openCollections(store);
    const large = await kit.make({ columns: columns.slice(0, 3) });
    const rows = Array.from({ length: 2600 }, (_, at) => ({
      Code: `n${at}`,
      Total: at % 100,
      Paid: at % 2 === 0,
    }));
    for (let at = 0; at < rows.length; at += 500) await kit.add(large, rows.slice(at, at + 500));
    const ask = async (filters: object[], query = {}) => {
      const asked = { filters: JSON.stringify(filters), limit: 2, ...query };
      const { items, total } = await kit.client.call(listCollectionRows, {
        params: kit.at(large),
        query: asked,
      });
      return [total, ...items.map(({ values }) => values["c1"])];
    };
    const even = { column: "c3", operator: "equals", value: true };
    const small = { column: "c2", operator: "less", value: 90 };
    expect(await ask([{ column: "c2", operator: "equals", value: 7 }])).toEqual([26, "n7", "n107"]);
    expect(await ask([{ column: "c2", operator: "equals", value: 7 }, even])).toEqual([0]);
    expect(await ask([small, even], { sort: "c2", order: "desc" })).toEqual([1170, "n2588", "n2488"]);
    expect(await ask([small])).toEqual([2340, "n0", "n1"]);
  });

  it("hold a unique column against two requests at once, and refuse to make one unique that is not", async () => {
    const kit = await openCollections(store);
    const orders = await kit.make({ columns });
    const both = await Promise.allSettled([
      kit.add(orders, [{ Code: "A" }]),
      kit.add(orders, [{ Code: "A" }]),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await kit.add(orders, [
      { Code: "B", Note: "same" },
      { Code: "C", Note: "Same" },
    ]);
    const asked = (await kit.get(orders)).columns.map((one) =>
      one.name === "Note" ? { ...one, unique: true, searchable: true } : one,
    );
    await expect(kit.change(orders, { columns: asked })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("Note can't be unique"),
    });
    // The rest was done: rows are found by it now.
    const filters = [{ column: "c6", operator: "contains" as const, value: "same" }];
    expect(await kit.read(orders, "Code", { filters })).toEqual(["B", "C"]);
    await kit.add(orders, [{ Code: "D", Note: "same" }]);
  });

  it("find older rows by a column that becomes searchable, and forget those of a deleted one", async () => {
    const kit = await openCollections(store);
    const orders = await kit.make({ columns });
    await kit.add(orders, [
      { Code: "A", Note: "red" },
      { Code: "B", Note: "blue" },
    ]);
    const filters = [{ column: "c6", operator: "equals" as const, value: "red" }];
    await expect(kit.read(orders, "Code", { filters })).rejects.toMatchObject({
      message: expect.stringContaining("Note is not searchable"),
    });
    const with6 = (change: object) =>
      orders.columns.map((one) => (one.id === "c6" ? { ...one, ...change } : one));
    await kit.change(orders, { columns: with6({ searchable: true }) });
    expect(await kit.read(orders, "Code", { filters })).toEqual(["A"]);
    await expect(kit.change(orders, { columns: with6({ type: "number" }) })).rejects.toMatchObject({
      status: 400,
    });
    const fewer = orders.columns.filter(({ id }) => id !== "c6");
    const added = {
      name: "Note",
      type: "text" as const,
      options: [],
      required: false,
      searchable: true,
      unique: false,
    };
    const after = await kit.change(orders, { columns: [...fewer, added] });
    expect(after.columns.at(-1)).toMatchObject({ id: "c7", name: "Note" });
    expect(await kit.read(after, "Note")).toEqual([null, null]);
    const count = () =>
      kit.server.store.db
        .selectFrom("collectionCells")
        .select("number")
        .where("columnId", "=", "c6")
        .execute();
    await expect.poll(async () => (await count()).length, { interval: 20 }).toBe(0);
  });

  it("import the good rows of a file at one moment, and list the others in words", async () => {
    const kit = await openCollections(store);
    const orders = await kit.make({ columns });
    await kit.add(orders, [{ Code: "A1" }]);
    const csv = "code;Amount;Paid\nA2;12,5;yes\na1;3;no\nA3;many;no\n;1;no\nA2;7;no\nA4;8;\n";
    const fileId = await kit.upload("orders.csv", csv);
    const preview = async (mapping?: { from: number; columnId: string }[]) => {
      const body = { data: { fileId, ...(mapping && { mapping }) } };
      return (await kit.client.call(previewCollectionImport, { params: kit.at(orders), body })).data;
    };
    expect((await preview()).columns).toMatchObject([
      { name: "code", type: "text", columnId: "c1" },
      { name: "Amount", type: "text", columnId: null, examples: ["12,5", "3", "many"] },
      { name: "Paid", type: "yes_no", columnId: "c3" },
    ]);
    const mapping = ["c1", "c2", "c3"].map((columnId, from) => ({ from, columnId }));
    const problems = [
      { row: 3, column: "Code", message: "Another row has this value already." },
      { row: 4, column: "Total", message: "Write a number, such as 12.5." },
      { row: 5, column: "Code", message: "Field is required" },
      { row: 6, column: "Code", message: "Another row has this value already." },
    ];
    const shown = await preview(mapping);
    expect(shown).toMatchObject({ total: 6, good: 2, refused: 4 });
    expect(shown.problems.toSorted((one, other) => one.row - other.row)).toEqual(problems);
    const ended = await kit.importFile(orders, fileId, ["Code", "Total", "Paid"]);
    expect(ended).toMatchObject({ state: "done", total: 6, added: 2, refused: 4, fileName: "orders.csv" });
    expect(ended.problems.toSorted((one, other) => one.row - other.row)).toEqual(problems);
    expect(await kit.read(orders, "Total")).toEqual([null, 12.5, 8]);
    expect(await kit.get(orders)).toMatchObject({ rows: 3, lastImport: { state: "done" } });

    const date = `<c s="1"><v>46355</v></c>`;
    const sheet = `<row r="1"><c t="inlineStr"><is><t>Code</t></is></c><c t="inlineStr"><is><t>Due</t></is></c></row><row r="4"><c t="inlineStr"><is><t>A9</t></is></c>${date}</row>`;
    const book = makeXlsx([{ name: "Orders", rows: sheet }], { formats: ["d mmm yy"] });
    await kit.importFile(orders, await kit.upload("orders.xlsx", book), ["Code", "Due"]);
    expect((await kit.read(orders, "Due")).at(-1)).toBe("2026-11-29");
  });

  it("show nothing of an import before its end, and nothing of one that is canceled", async () => {
    const table = { rows: 1, names: ["Code"], pieces: [JSON.stringify([{ number: 2, cells: ["A1"] }])] };
    let read = Promise.withResolvers<typeof table>();
    const parse = () => Promise.reject(new Error("Nothing is parsed here."));
    const parser = { parse, drawPicture: parse, readTable: () => read.promise, close: async () => {} };
    const kit = await openCollections(store, parser);
    const orders = await kit.make({ columns });
    const { db } = kit.server.store;
    const canceled = kit.importFile(orders, await kit.upload("orders.csv", "Code\nA1"), ["Code"]);
    const find = () => db.selectFrom("collectionImports").select(["id"]).executeTakeFirst();
    await expect.poll(find, { interval: 1 }).toBeDefined();
    const { id: importId = "" } = (await find()) ?? {};
    // A row as an earlier step of the import has left it.
    const key = { organizationId: kit.owner.organizationId, collectionId: orders.id, number: 9 };
    const row = { ...key, cells: '{"c1":"A9"}', importId, createdAt: 1, updatedAt: 1 };
    await db.insertInto("collectionRows").values(row).execute();
    await db
      .insertInto("collectionCells")
      .values({ ...key, columnId: "c1", key: "a9", text: null, uniqueKey: "a9" })
      .execute();
    expect(await kit.read(orders, "Code")).toEqual([]);
    const filters = [{ column: "c1", operator: "equals" as const, value: "A9" }];
    expect(await kit.read(orders, "Code", { filters })).toEqual([]);
    await kit.client.call(cancelCollectionImport, { params: { ...kit.at(orders), importId } });
    // Nobody may listen: a cancel can come before the reading begins.
    read.promise.catch(() => undefined);
    read.reject(new Error("canceled"));
    expect(await canceled).toMatchObject({ state: "cancelled" });
    const isBusy = async () =>
      (await db.selectFrom("collections").select("pendingImportId").executeTakeFirst())?.pendingImportId;
    await expect.poll(isBusy, { interval: 20 }).toBeNull();
    read = Promise.withResolvers();
    read.resolve(table);
    await kit.importFile(orders, await kit.upload("more.csv", "Code\nA1\n"), ["Code"]);
    expect(await kit.read(orders, "Code")).toEqual(["A1"]);
    expect(await db.selectFrom("collectionRows").select("cells").execute()).toEqual([
      { cells: '{"c1":"A1"}' },
    ]);
  });

  it("export what an import reads again, with no formula in it", async () => {
    const kit = await openCollections(store);
    const orders = await kit.make({ columns });
    await kit.add(orders, [{ Code: "=1+1", Total: -3, Paid: true, Note: 'a, "b"' }]);
    const { data } = await kit.client.call(exportCollectionRows, { params: kit.at(orders) });
    expect(data).toEqual({
      text: `\ufeffCode,Total,Paid,Due,State,Note\r\n'=1+1,'-3,Yes,,,"a, ""b"""\r\n`,
      ...{ isFirst: true, next: null },
    });
    const copy = await kit.make({ name: "Copy", columns });
    await kit.importFile(
      copy,
      await kit.upload("copy.csv", data.text),
      columns.map(({ name }) => name),
    );
    expect(await kit.read(copy, "Total")).toEqual([-3]);
    expect(await kit.read(copy, "Note")).toEqual(['a, "b"']);
  });

  it("give the agent tools and skills by its rights, and visitors their own rows alone", async () => {
    const kit = await openCollections(store);
    const withOwner = [...columns, { name: "Owner", type: "text" as const, searchable: false }];
    const agentMay = { read: true, add: true, change: true };
    const made = await kit.make({ columns: withOwner, agentMay });
    const orders = await kit.change(made, { visitorColumn: { columnId: "c7", equals: "userId" } });
    await kit.add(orders, [
      { Code: "A1", Total: 5, Owner: "ana" },
      { Code: "B1", Total: 7, Owner: "Ana" },
      { Code: "B2", Owner: "ben" },
    ]);
    const agent = { organizationId: kit.owner.organizationId, agentId: kit.productId };
    const { store: database } = kit.server;
    const use = async (asker: CollectionAsker | null, input: unknown) => {
      const [tool] = await collectionTools({ store: database }, agent, asker);
      if (!tool) return expect.fail("There is no tool.");
      expect(JSON.stringify(tool)).not.toContain("Owner");
      const checked = tool.check(input);
      if ("problem" in checked) return checked.problem;
      return (await tool.run(checked.input, AbortSignal.timeout(10_000))).text;
    };
    const ana = { userId: "ana", email: null };
    expect(await use(ana, {})).toBe('1 row of “Orders”:\n{"row":1,"Code":"A1","Total":"5"}');
    const seven = { filters: [{ column: "total", operator: "at_least", value: "7" }] };
    expect(await use(ana, seven)).toMatch(/^0 rows/);
    expect(await use(null, {})).toContain("sign in first");
    const others = { filters: [{ column: "Owner", operator: "equals", value: "ben" }] };
    expect(await use(ana, others)).toContain("There is no column “Owner”");

    const writing = createCollectionSkills({ store: database, now: kit.server.clock.now });
    const names = async () => (await writing.list(agent, [])).map(({ name, risk }) => `${name} ${risk}`);
    expect(await names()).toEqual(["add_to_orders write", "change_in_orders write"]);
    await kit.change(orders, { visitorColumn: null, agentMay: { read: true, add: false, change: false } });
    expect(await names()).toEqual([]);
    const tools = await collectionTools({ store: database }, agent, null);
    expect(tools.map(({ name }) => name)).toEqual(["find_in_orders"]);
  });

  it("are copied, exported, imported and deleted with their agent", async () => {
    const kit = await openCollections(store);
    const orders = await kit.make({ columns });
    await kit.add(orders, [{ Code: "A1", Total: 5 }]);
    const leads = await kit.make({
      name: "Leads",
      columns,
      agentMay: { read: true, add: true, change: false },
    });
    await kit.add(leads, [{ Code: "lead-7" }]);
    const listOf = async (productId: string) => {
      const { items } = await kit.client.call(listCollections, { params: { productId } });
      return items.map(({ name, rows, columns: { length } }) => [name, rows, length]);
    };
    const { data: copy } = await kit.client.call(cloneAgent, {
      params: { productId: kit.productId },
      body: { data: {} },
    });
    const all = [
      ["Leads", 1, 6],
      ["Orders", 1, 6],
    ];
    expect(await listOf(copy.id)).toEqual(all);
    const file = await kit.client.call(exportAgent, { params: { productAppId: kit.productId } });
    expect(JSON.stringify(file)).not.toContain("lead-7");
    const { data: sent } = await kit.client.call(sendImport, { body: { data: { file } } });
    expect(sent.missing).toMatchObject([{ kind: "rows", message: expect.stringContaining("One row") }]);
    const { data: taken } = await kit.client.call(importAgent, {
      params: { exportId: file.id },
      body: { data: { name: "Taken" } },
    });
    expect(await listOf(taken.id)).toEqual([
      ["Leads", 0, 6],
      ["Orders", 1, 6],
    ]);
    await kit.client.call(removeCollection, { params: kit.at(leads), query: { confirmed: "true" } });
    for (const productId of [kit.productId, copy.id, taken.id])
      await kit.client.call(removeAgent, { params: { productId }, query: { confirmed: "true" } });
    for (const { id: deletedId } of (await kit.client.call(listDeletedAgents, {})).items)
      await kit.client.call(removeDeletedAgent, { params: { deletedId }, query: { confirmed: "true" } });
    const count = async () => {
      const { db } = kit.server.store;
      const tables = ["collections", "collectionRows", "collectionCells"] as const;
      const rows = await Promise.all(
        tables.map((table) => db.selectFrom(table).select("organizationId").execute()),
      );
      return rows.map(({ length }) => length);
    };
    await expect.poll(count, { interval: 20 }).toEqual([0, 0, 0]);
    await expect(
      kit.client.call(addCollectionRows, {
        params: kit.at(orders),
        body: { data: { rows: [{ values: {} }] } },
      }),
    ).rejects.toMatchObject({ status: 404 });
  });
});
