import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CustomField } from "../../../../../shared/contract/conversations/inbox/customField.ts";
import type { Thread } from "../../../../../shared/contract/conversations/conversations.ts";
import type { Role } from "../../../../../shared/domain/access.ts";
import { makeAgent } from "../../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, orgId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
} from "../../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeContactDetail, makeThread } from "../../../../../tests/kit/samples.ts";
import { contact } from "../../../../state/conversations/contacts/contacts.ts";
import { customFields } from "../../../../state/conversations/inbox/customFields.ts";
import { reset } from "../../../../state/platform/resource.ts";
import { clearSelection } from "../../../../state/conversations/inbox/threadSelection.ts";

const makeField = (part: Partial<CustomField> = {}): CustomField => ({
  ...{ key: "plan", name: "Plan", kind: "choice", choices: ["Gold", "Silver"], isArchived: false },
  ...part,
});
const plan = makeField();
const order = makeField({ key: "order_number", name: "Order number", kind: "text", choices: [] });
const amount = makeField({ key: "amount", name: "Amount", kind: "number", choices: [] });
const vip = makeField({ key: "vip", name: "VIP", kind: "boolean", choices: [] });

const fieldsPath = `/api/console/v1/org/${orgId}/customfields`;
const base = "inbox/conversations";
let server: ConsoleServer;
let fields: CustomField[];
let thread: Thread;

beforeEach(() => {
  server = startConsoleServer();
  fields = [plan, order, amount, vip];
  thread = makeThread({
    id: "t1",
    agentId,
    contact: makeContact({ name: "Ada" }),
    customFields: { plan: "Old" },
  });
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET threads", () => ({ body: { items: [thread], page: { page: 1, limit: 50, total: 1 } } }));
  server.on("GET threads/t1", () => ({ body: { data: thread } }));
  server.on("GET threads/t1/messages", { body: { items: [], hasMore: false } });
  server.on("GET contacts/c", { body: { data: makeContactDetail() } });
  server.on("GET contacts/c/threads", { body: { items: [], page: { page: 1, limit: 5, total: 0 } } });
  server.on("GET threads/filters", () => ({
    body: { data: makeThreadFilters({ queues: { ai: 1, all: 1 }, customFields: fields }) },
  }));
  server.on("PATCH threads/t1", ({ body }) => {
    const { customFields: changed } = (body as { data: { customFields?: object } }).data; // the contract's
    thread = { ...thread, customFields: { ...thread.customFields, ...changed } };
    return { body: { data: thread } };
  });
});
afterEach(() => {
  closeInbox();
  clearSelection();
  reset(customFields);
  reset(contact);
  vi.unstubAllGlobals();
});

async function open({ at = base, roles = ["owner"] }: { at?: string; roles?: Role[] } = {}) {
  await openInbox(server, at, roles);
}

describe("a conversation's custom fields", () => {
  const panel = async () => within(await screen.findByRole("region", { name: "Custom fields" }));
  const written = () =>
    server
      .sent("PATCH threads/t1")
      .map((body) => (body as { data: { customFields?: object } }).data.customFields) // the contract's
      .filter(Boolean);

  it("are kept as they are chosen, and as they are left where they are typed", async () => {
    await open({ at: `${base}/t1`, roles: ["support"] });
    const shown = await panel();
    fireEvent.change(shown.getByLabelText("Plan"), { target: { value: "Gold" } });
    await waitFor(() => expect(written()).toEqual([{ plan: "Gold" }]));
    fireEvent.change(shown.getByLabelText("Order number"), { target: { value: " A-17 " } });
    expect(written()).toHaveLength(1);
    fireEvent.blur(shown.getByLabelText("Order number"));
    fireEvent.change(shown.getByLabelText("Amount"), { target: { value: "12.50" } });
    fireEvent.keyDown(shown.getByLabelText("Amount"), { key: "Enter" });
    fireEvent.change(shown.getByLabelText("VIP"), { target: { value: "false" } });
    await waitFor(() =>
      expect(written()).toEqual([
        { plan: "Gold" },
        { order_number: "A-17" },
        { amount: 12.5 },
        { vip: false },
      ]),
    );
    await waitFor(() => expect(shown.getByLabelText<HTMLInputElement>("Order number").value).toBe("A-17"));
    fireEvent.change(shown.getByLabelText("Plan"), { target: { value: "" } });
    await waitFor(() => expect(written().at(-1)).toEqual({ plan: null }));
  });

  it("show a choice that was removed from the list, and a colleague's change", async () => {
    await open({ at: `${base}/t1` });
    const shown = await panel();
    expect(shown.getByLabelText<HTMLSelectElement>("Plan").value).toBe("Old");
    server.tell({ type: "thread", thread: { ...thread, customFields: { plan: "Silver" } } });
    await waitFor(() => expect(shown.getByLabelText<HTMLSelectElement>("Plan").value).toBe("Silver"));
  });

  it("say beside the field why a value was refused, and keep what was typed", async () => {
    const message = "Enter a number.";
    await open({ at: `${base}/t1` });
    const shown = await panel();
    server.on("PATCH threads/t1", {
      ...{ status: 400, code: "invalid_input", message: "Some of what was sent is not valid." },
      fields: [{ path: "body.data.customFields.order_number", message }],
    });
    fireEvent.change(shown.getByLabelText("Order number"), { target: { value: "A-17" } });
    fireEvent.blur(shown.getByLabelText("Order number"));
    await shown.findByText(message);
    expect(shown.getByLabelText<HTMLInputElement>("Order number").value).toBe("A-17");
  });

  it("come and go as managers change them", async () => {
    fields = [];
    await open({ at: `${base}/t1` });
    await screen.findByRole("region", { name: "Properties" });
    expect(screen.queryByRole("region", { name: "Custom fields" })).toBeNull();
    fields = [vip];
    server.tell({ type: "customFields" });
    await (await panel()).findByLabelText("VIP");
  });
});

describe("the filter by a custom field", () => {
  const choose = async (name: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(name), { target: { value } });
  const asked = () => new URLSearchParams(location.search).get("field");

  it("is in the address, by whether it is set and by a value", async () => {
    await open();
    fireEvent.click(await screen.findByRole("button", { name: /^Filter and sort/ }));
    await choose("Custom field", "plan");
    expect(asked()).toBe("plan");
    await choose("Plan", "unset");
    expect(asked()).toBe("-plan");
    await choose("Plan", "is");
    expect(asked()).toBe("plan:Gold");
    await choose("Value", "Silver");
    await choose("Plan", "isNot");
    expect(asked()).toBe("-plan:Silver");
    await waitFor(() => expect(server.requests.at(-1)?.query).toMatchObject({ field: "-plan:Silver" }));
    await choose("Custom field", "order_number");
    await choose("Order number", "isNot");
    expect(asked()).toBe("order_number");
    await choose("Value", "A-17");
    expect(asked()).toBe("-order_number:A-17");
    fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(asked()).toBeNull();
  });

  it("drops a conversation that no longer has the value", async () => {
    thread = { ...thread, customFields: { plan: "Gold" } };
    await open({ at: `${base}?field=plan%3AGold` });
    await screen.findByRole("link", { name: /Ada/ });
    server.tell({ type: "thread", thread: { ...thread, customFields: {} } });
    await waitFor(() => expect(screen.queryByRole("link", { name: /Ada/ })).toBeNull());
  });
});

it("many conversations are given a value at once, or have it taken off", async () => {
  const run = {
    ...{ id: "change-1", state: "queued", total: 1, changed: 0, unchanged: 0, failures: [] },
    ...{ error: null, createdAt: 1, endedAt: null, isUndo: false, canUndo: false },
  };
  server.on("POST threadchanges", { body: { data: run } });
  server.on("GET threadchanges/change-1", { body: { data: run } });
  await open();
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Ada" }));
  fireEvent.click(await screen.findByRole("button", { name: "Change…" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("Custom field"), { target: { value: "vip" } });
  fireEvent.change(dialog.getByLabelText("VIP"), { target: { value: "true" } });
  fireEvent.click(dialog.getByRole("button", { name: /^Change / }));
  await waitFor(() =>
    expect(server.sent("POST threadchanges")).toEqual([
      { data: { of: { threadIds: ["t1"] }, change: { customFields: { vip: true } } } },
    ]),
  );
});

describe("the custom fields of an organization", () => {
  const manage = async (roles: Role[] = ["owner"]) => {
    await open({ roles });
    fireEvent.click(await screen.findByRole("button", { name: /^Filter and sort/ }));
    fireEvent.click(await screen.findByRole("button", { name: "Manage fields" }));
    return within(await screen.findByRole("dialog"));
  };
  const counted = (all: CustomField[]) => ({
    body: { data: all.map((field) => ({ ...field, conversations: 12 })) },
  });
  const act = async (dialog: Awaited<ReturnType<typeof manage>>, field: string, action: string) => {
    const menu = await dialog.findByRole("menu", { name: `Actions for ${field}`, hidden: true });
    fireEvent.click(within(menu).getByRole("menuitem", { name: action, hidden: true }));
  };

  it("are made, with a key that their name suggests", async () => {
    server.on(`GET ${fieldsPath}`, counted([]));
    server.on(`POST ${fieldsPath}`, { body: { data: plan } });
    const dialog = await manage();
    await dialog.findByText("No custom fields yet");
    fireEvent.click(dialog.getByRole("button", { name: "New field" }));
    fireEvent.change(dialog.getByLabelText("Name"), { target: { value: "Order number" } });
    expect(dialog.getByLabelText<HTMLInputElement>("Key").value).toBe("order_number");
    fireEvent.change(dialog.getByLabelText("Kind"), { target: { value: "choice" } });
    fireEvent.change(dialog.getByLabelText("Choices 1"), { target: { value: "Gold " } });
    fireEvent.click(dialog.getByRole("button", { name: "Create field" }));
    await waitFor(() =>
      expect(server.sent(`POST ${fieldsPath}`)).toEqual([
        { data: { key: "order_number", name: "Order number", kind: "choice", choices: ["Gold"] } },
      ]),
    );
  });

  it("are renamed, moved up, archived, and deleted after a warning", async () => {
    server.on(`GET ${fieldsPath}`, counted([plan, order]));
    server.on(`PATCH ${fieldsPath}/plan`, { body: { data: plan } });
    server.on(`DELETE ${fieldsPath}/plan`, { body: null });
    const dialog = await manage();
    await act(dialog, "Plan", "Edit");
    fireEvent.change(await dialog.findByLabelText("Name"), { target: { value: "Tariff" } });
    fireEvent.click(dialog.getByRole("button", { name: "Remove line 2" }));
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(server.sent(`PATCH ${fieldsPath}/plan`)).toEqual([
        { data: { name: "Tariff", choices: ["Gold"] } },
      ]),
    );
    server.on(`PATCH ${fieldsPath}/order_number`, () => {
      server.on(`GET ${fieldsPath}`, counted([order, plan]));
      return { body: { data: order } };
    });
    await act(dialog, "Order number", "Move up");
    await waitFor(() => expect(dialog.getAllByRole("listitem")[0]?.textContent).toContain("Order number"));
    expect(server.sent(`PATCH ${fieldsPath}/order_number`)).toEqual([{ data: { position: 0 } }]);
    await act(dialog, "Plan", "Archive");
    await waitFor(() =>
      expect(server.sent(`PATCH ${fieldsPath}/plan`).at(-1)).toEqual({ data: { isArchived: true } }),
    );
    await act(dialog, "Plan", "Delete");
    await dialog.findByText(/is deleted, with its value in 12 conversations/);
    server.on(`GET ${fieldsPath}`, counted([order]));
    fireEvent.click(dialog.getByRole("button", { name: "Delete field" }));
    await waitFor(() => expect(dialog.queryByRole("button", { name: "Actions for Plan" })).toBeNull());
  });

  it("say why one was not made", async () => {
    server.on(`GET ${fieldsPath}`, counted([plan]));
    const message = "Another field has this key.";
    server.on(`POST ${fieldsPath}`, {
      ...{ status: 409, code: "name_taken", message: "This name is taken." },
      fields: [{ path: "body.data.key", message }],
    });
    const dialog = await manage();
    fireEvent.click(await dialog.findByRole("button", { name: "New field" }));
    fireEvent.change(dialog.getByLabelText("Name"), { target: { value: "Plan" } });
    fireEvent.click(dialog.getByRole("button", { name: "Create field" }));
    await dialog.findByText(message);
  });

  it("are managers' to change", async () => {
    await open({ roles: ["support"] });
    fireEvent.click(await screen.findByRole("button", { name: /^Filter and sort/ }));
    await screen.findByRole("button", { name: "Manage labels" });
    expect(screen.queryByRole("button", { name: "Manage fields" })).toBeNull();
  });
});
