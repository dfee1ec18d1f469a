import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Collection } from "../../../../shared/contract/collections/collections.ts";
import type { Role } from "../../../../shared/domain/access.ts";
import { makeAgent, openScreen } from "../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { stubUploads } from "../../../../tests/kit/browser/stubUploads.ts";
import { collectionRows, collections, openCollection } from "../../../state/actions/collections.ts";
import { closeLive } from "../../../state/platform/live.ts";
import { reset } from "../../../state/platform/resource.ts";
import IntegrationsTab from "../IntegrationsTab.tsx";

const at = 1_790_000_000_000;
const flags = { options: [], required: false, searchable: true, unique: false };
const orders: Collection = {
  ...{ id: "orders", agentId, name: "Orders", description: "", rows: 2, lastImport: null },
  columns: [
    { ...flags, id: "c1", name: "Code", type: "text", required: true },
    { ...flags, id: "c2", name: "Total", type: "number" },
    { ...flags, id: "c3", name: "State", type: "choice", options: ["New", "Sent"] },
  ],
  agentMay: { read: true, add: true, change: false },
  visitorColumn: { columnId: "c1", equals: "email" },
  ...{ confirmedBy: "visitor", examples: [] },
  ...{ createdAt: at, updatedAt: at },
};
const rows = [
  { id: 4, values: { c1: "A1", c2: 5, c3: "New" }, createdAt: at, updatedAt: at },
  { id: 7, values: { c1: "A2" }, createdAt: at, updatedAt: at },
];
const list = "datacollections";
const one = `${list}/orders`;

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on(`GET ${one}`, { body: { data: orders } });
  server.on(`GET ${one}/rows`, { body: { items: rows, total: 2, isAtLeast: false, next: null } });
});
afterEach(() => {
  closeLive();
  vi.unstubAllGlobals();
  [collections, openCollection, collectionRows].forEach((resource) => reset<unknown>(resource));
});

describe("data collections", () => {
  it("say of each what the agent may do with it", async () => {
    server.on(`GET ${list}`, listOf([orders]));
    open("collections");
    const link = await screen.findByRole("link", { name: /Orders/ });
    expect(link.getAttribute("href")).toContain("integrations/collections/orders");
    within(link).getByText(/2 rows/);
    within(link).getByText("Agent can read, add");
    within(link).getByText("Visitor's own rows");
  });

  it("begin with one where there is none, whose columns are checked by the server", async () => {
    server.on(`GET ${list}`, listOf([]));
    open("collections");
    fireEvent.click(await screen.findByRole("button", { name: "Add collection" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Add a data collection" }));
    const [name, column] = dialog.getAllByLabelText(/^Name/);
    if (!name || !column) return expect.fail("There is no field for a name.");
    fireEvent.change(name, { target: { value: "Orders " } });
    fireEvent.change(dialog.getByLabelText(/^Type/), { target: { value: "choice" } });
    fireEvent.change(dialog.getByLabelText(/^Options/), { target: { value: "New, In use," } });
    expect(dialog.queryByLabelText("Before a row is written")).toBeNull();
    fireEvent.click(dialog.getByLabelText("Add rows"));
    fireEvent.change(dialog.getByLabelText("Before a row is written"), { target: { value: "team" } });
    fireEvent.click(dialog.getByRole("button", { name: "Add example" }));
    const example = dialog.getByRole("textbox", { name: "Example questions for a new row 1" });
    fireEvent.change(example, { target: { value: "I want to order" } });
    const message = "Field is required";
    const fields = [{ path: "body.data.columns.0.name", message }];
    server.on(`POST ${list}`, { status: 400, code: "invalid_input", fields });
    fireEvent.click(dialog.getByRole("button", { name: "Add collection" }));
    await dialog.findByText(message);
    const columns = [{ type: "choice", options: ["New", "In use"] }];
    const data = { name: "Orders", columns, confirmedBy: "team", examples: ["I want to order"] };
    expect(server.sent(`POST ${list}`)).toMatchObject([{ data }]);
  });

  it("are changed in the grid by keys, and say at once what a cell can't hold", async () => {
    open("collections/orders");
    const first = await screen.findByRole("gridcell", { name: "A1" });
    act(() => first.focus());
    fireEvent.keyDown(first, { key: "ArrowRight" });
    const total = screen.getByRole("gridcell", { name: "5" });
    expect(document.activeElement).toBe(total);
    fireEvent.keyDown(total, { key: "Enter" });
    const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Total" });
    fireEvent.change(field(), { target: { value: "many" } });
    fireEvent.keyDown(field(), { key: "Enter" });
    await screen.findByText("Write a number, such as 12.5.");
    fireEvent.change(field(), { target: { value: "6.5" } });
    const changed = { ...rows[0], values: { c1: "A1", c2: 6.5, c3: "New" } };
    server.on(`PATCH ${one}/rows`, { body: { data: { rows: [changed] } } });
    fireEvent.keyDown(field(), { key: "Enter" });
    await screen.findByRole("gridcell", { name: "6.5" });
    expect(server.sent(`PATCH ${one}/rows`)).toEqual([{ data: { rows: [{ id: 4, values: { c2: 6.5 } }] } }]);
    const below = document.activeElement;
    expect(below?.getAttribute("data-at")).toBe("1 1");
    // Escape leaves the cell as it was.
    fireEvent.keyDown(below ?? document.body, { key: "9" });
    fireEvent.keyDown(field(), { key: "Escape" });
    expect(document.activeElement?.getAttribute("data-at")).toBe("1 1");
    fireEvent.paste(document.activeElement ?? document.body, {
      clipboardData: { getData: () => "7\tSent\n" },
    });
    await waitFor(() => expect(server.sent(`PATCH ${one}/rows`)).toHaveLength(2));
    const pasted = { data: { rows: [{ id: 7, values: { c2: "7", c3: "Sent" } }] } };
    expect(server.sent(`PATCH ${one}/rows`)[1]).toEqual(pasted);
  });

  it("are filtered and sorted in the address, and their chosen rows deleted", async () => {
    open("collections/orders");
    fireEvent.click(await screen.findByRole("button", { name: "Filter" }));
    const form = within(screen.getByRole("form", { name: "New filter" }));
    fireEvent.change(form.getByLabelText("Column"), { target: { value: "c2" } });
    fireEvent.change(form.getByLabelText("Condition"), { target: { value: "at_least" } });
    fireEvent.change(form.getByLabelText("Value"), { target: { value: "2,5" } });
    fireEvent.click(form.getByRole("button", { name: "Add filter" }));
    await screen.findByText("Total is at least 2.5");
    fireEvent.click(screen.getByRole("button", { name: "Total" }));
    const asked = () => server.requests.filter(({ path }) => path === `${one}/rows`).at(-1)?.query;
    await waitFor(() => expect(asked()).toMatchObject({ sort: "c2", order: "asc" }));
    expect(JSON.parse(asked()?.["filters"] ?? "")).toEqual([
      { column: "c2", operator: "at_least", value: 2.5 },
    ]);
    expect(location.search).toContain("sort=c2");
    fireEvent.click(screen.getByRole("checkbox", { name: "Select row 7" }));
    fireEvent.click(screen.getByRole("button", { name: "Delete 1 row" }));
    server.on(`POST ${one}/rows/delete`, { body: { data: { count: 1 } } });
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(server.sent(`POST ${one}/rows/delete`)).toEqual([{ data: { ids: [7] } }]));
  });

  it("show what an import would bring before it begins", async () => {
    const uploads = stubUploads();
    const target = {
      fileId: "file-1",
      method: "PUT",
      url: "/upload",
      fields: {},
      cdn_path: "",
      storage_type: "local",
    };
    server.on("POST /api/console/v1/org/org-1/storage/init", { body: target });
    const problems = [{ row: 3, column: "Total", message: "Write a number, such as 12.5." }];
    const columns = [
      { name: "Code", type: "text", examples: ["A3"], columnId: "c1" },
      { name: "Sum", type: "number", examples: ["9"], columnId: null },
    ];
    const preview = { fileName: "orders.csv", columns, total: 2, good: 1, refused: 1, problems };
    server.on(`POST ${one}/imports/preview`, { body: { data: preview } });
    open("collections/orders");
    fireEvent.click(await screen.findByRole("button", { name: "Import" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Import into Orders" }));
    const file = new File(["Code,Sum\nA3,9"], "orders.csv");
    fireEvent.change(dialog.getByLabelText(/^CSV or Excel/), { target: { files: [file] } });
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.finish();
    await dialog.findByText("1 of 2 rows can be imported");
    dialog.getByText("Row 3, Total: Write a number, such as 12.5.");
    fireEvent.change(dialog.getByLabelText(/^Sum/), { target: { value: "c2" } });
    const mapping = [
      { from: 0, columnId: "c1" },
      { from: 1, columnId: "c2" },
    ];
    await waitFor(() =>
      expect(server.sent(`POST ${one}/imports/preview`)[1]).toEqual({ data: { fileId: "file-1", mapping } }),
    );
  });

  it("tell members without permission who may see them, and offer Retry if reading fails", async () => {
    server.on(`GET ${list}`, { status: 403, code: "forbidden" });
    const { unmount } = open("collections", ["support"]);
    await screen.findByText(/Your role doesn’t have access/);
    unmount();
    reset(collections);
    server.on(`GET ${list}`, { status: 500, code: "internal", message: "It broke." });
    open("collections");
    await screen.findByText("It broke.");
    server.on(`GET ${list}`, listOf([orders]));
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByRole("link", { name: /Orders/ });
  });
});

function open(part: string, roles: Role[] = ["owner"]) {
  const route = "integrations/:part?/:itemId?";
  return openScreen({ at: `integrations/${part}`, route, screen: IntegrationsTab, roles });
}

function listOf<Item>(items: Item[]) {
  return { body: { items, page: { page: 1, limit: 100, total: items.length } } };
}
