import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Role } from "../../../../shared/domain/access.ts";
import { makeAgent, openScreen } from "../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { makeContactDetail, makeThread } from "../../../../tests/kit/samples.ts";
import { contacts } from "../../../state/conversations/contacts/contactList.ts";
import { closeLive } from "../../../state/platform/live.ts";
import { reset } from "../../../state/platform/resource.ts";
import Contacts from "./Contacts.tsx";

const at = 1_790_000_000_000;
const [ada, bob, cyd] = ["Ada", "Bob", "Cyd"].map((name, index) =>
  makeContactDetail({ id: `c${index + 1}`, name, lastSeenAt: at - index }),
);

let server: ConsoleServer;
beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET contacts", ({ query }) =>
    query["cursor"] === "2"
      ? page([cyd], { next: null, total: 3 })
      : page([ada, bob], { next: "2", total: 3 }),
  );
});
afterEach(() => {
  closeLive();
  reset(contacts);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function page(items: unknown[], { next, total }: { next: string | null; total: number }) {
  return { body: { items, page: { page: 1, limit: 50, total }, next } };
}

const nobody = page([], { next: null, total: 0 });
const open = (query = "", roles: Role[] = ["owner"]) =>
  openScreen({ at: `inbox/contacts${query}`, route: "inbox/contacts/:contactId?", screen: Contacts, roles });
const lastAsked = () => server.requests.findLast(({ path }) => path === "contacts")?.query;
const names = () =>
  within(screen.getByRole("list"))
    .getAllByRole("link")
    .map((link) => link.querySelector("bdi")?.textContent);
const click = async (role: string, name: string | RegExp) =>
  void fireEvent.click(await screen.findByRole(role, { name }));

describe("the list of contacts", () => {
  it("continues below the loaded ones, and says how many there are", async () => {
    open();
    await screen.findByText("2 of 3");
    await click("button", "Show more");
    await screen.findByText("3 of 3");
    expect(names()).toEqual(["Ada", "Bob", "Cyd"]);
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  it("keeps what was read below when somebody changes, and names nobody twice who comes back", async () => {
    open();
    await click("button", "Show more");
    await screen.findByText("3 of 3");
    await waitFor(() => expect(server.openStreams()).toBe(1));
    server.on("GET contacts", page([{ ...ada, name: "Ada L." }, bob], { next: "2", total: 3 }));
    server.tell({ type: "contact", contactId: "c1" });
    await screen.findByText("Ada L.");
    expect(names()).toEqual(["Ada L.", "Bob", "Cyd"]);
    const back = { ...cyd, lastSeenAt: at + 1 };
    server.on("GET contacts", page([back, ada, bob], { next: "2", total: 3 }));
    server.tell({ type: "thread", thread: makeThread({ id: "t3", agentId }) });
    await waitFor(() => expect(names()).toEqual(["Cyd", "Ada", "Bob"]));
  });

  it("starts over if the first ones don't lead to those below", async () => {
    open();
    await click("button", "Show more");
    await screen.findByText("3 of 3");
    await waitFor(() => expect(server.openStreams()).toBe(1));
    const dan = makeContactDetail({ id: "c9", name: "Dan", lastSeenAt: at + 9 });
    server.on("GET contacts", page([dan, { ...bob, lastSeenAt: at + 8 }], { next: "2", total: 4 }));
    server.tell({ type: "contact", contactId: "c9" });
    await screen.findByText("Dan");
    expect(names()).toEqual(["Dan", "Bob"]);
  });

  it.each([
    ["Who", "verified", "identity", "Nobody is verified"],
    ["Who", "address", "identity", "No e-mail addresses yet"],
    ["Who", "anonymous", "identity", "Nobody is anonymous"],
    ["Consent", "granted", "consent", "Nobody agreed"],
    ["Consent", "denied", "consent", "Nobody said no"],
    ["Consent", "none", "consent", "Everybody was asked"],
    ["Blocked", "true", "blocked", "Nobody is blocked"],
  ])(
    "is narrowed by %s %s, which the address keeps, and says so where nobody is",
    async (label, value, name, title) => {
      open();
      await screen.findByText("2 of 3");
      server.on("GET contacts", nobody);
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
      await screen.findByText(title);
      expect(new URLSearchParams(location.search).get(name)).toBe(value);
      expect(lastAsked()).toMatchObject({ [name]: value });
      await click("button", "Show everybody");
      await screen.findByText("No visitors yet");
      expect(location.search).toBe("");
    },
  );

  it("is narrowed by when something happened in a conversation: in the last days, or since a day", async () => {
    open("?since=45d");
    await screen.findByText("2 of 3");
    const today = new Date();
    const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 44).getTime();
    expect(lastAsked()).toMatchObject({ since: String(first) });
    expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Conversations" }).value).toBe("45d");
    server.on("GET contacts", nobody);
    fireEvent.change(screen.getByLabelText("Conversations"), { target: { value: "date" } });
    fireEvent.change(screen.getByLabelText("Conversations since"), { target: { value: "2026-01-02" } });
    await screen.findByText("No conversation since then");
    expect(location.search).toBe("?since=2026-01-02");
  });

  it("takes several filters from the address, and leaves out what they say wrongly", async () => {
    server.on("GET contacts", nobody);
    open("?identity=verified&consent=denied&blocked=maybe&search=ada");
    await screen.findByText("No contacts match");
    expect(lastAsked()).toEqual({
      identity: "verified",
      consent: "denied",
      search: "ada",
      cursor: "",
      limit: "50",
    });
  });
});

describe("exporting contacts", () => {
  let saved: string | undefined;
  beforeEach(() => {
    saved = undefined;
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved = this.href;
    });
    server.on("POST contactexports", { body: { data: { url: "/save?x=1", expiresAt: at } } });
  });
  const posted = () => server.requests.findLast(({ path }) => path === "contactexports")?.body;

  it("saves those whom the filter lets through, those not read too", async () => {
    open("?identity=verified");
    await click("button", "Export…");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/3 contacts, with the current filters/)).toBeTruthy();
    fireEvent.click(dialog.getByRole("radio", { name: "JSON" }));
    fireEvent.click(dialog.getByRole("button", { name: "Export" }));
    await waitFor(() => expect(saved).toContain("/save?x=1"));
    expect(posted()).toEqual({ data: { format: "json", filter: { identity: "verified" } } });
  });

  it("saves those who are selected", async () => {
    open("?blocked=true");
    await click("checkbox", "Select Bob");
    expect(screen.getByText("1 selected")).toBeTruthy();
    await click("button", "Export selected…");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/1 contact that you selected/)).toBeTruthy();
    fireEvent.click(dialog.getByRole("button", { name: "Export" }));
    await waitFor(() => expect(saved).toContain("/save?x=1"));
    expect(posted()).toEqual({ data: { format: "csv", filter: {}, contactIds: ["c2"] } });
  });

  it("is hidden from members without permission", async () => {
    open("", ["support"]);
    await screen.findByText("2 of 3");
    expect(screen.queryByRole("button", { name: "Export…" })).toBeNull();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});
