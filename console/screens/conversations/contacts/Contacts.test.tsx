import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ContactDetail } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import type { Role } from "../../../../shared/domain/access.ts";
import { makeAgent, openScreen } from "../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { makeContactDetail, makeThread } from "../../../../tests/kit/samples.ts";
import { authentication } from "../../../state/accounts/authentication.ts";
import { browser } from "../../../state/platform/browser.ts";
import { contacts } from "../../../state/conversations/contacts/contactList.ts";
import { elsewhere } from "../../../state/conversations/contacts/contactAtOtherAgents.ts";
import { contact } from "../../../state/conversations/contacts/contacts.ts";
import { closeLive } from "../../../state/platform/live.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import { reset } from "../../../state/platform/resource.ts";
import Contacts from "./Contacts.tsx";

type NoteBody = { data: { content: string } };

const at = 1_790_000_000_000;
const ada = makeContactDetail({
  ...{ id: "c1", name: "Ada", email: "ada@example.com", attributes: { plan: "pro", seats: 3 } },
  ...{ conversations: 2, firstSeenAt: at, lastSeenAt: at },
});

let server: ConsoleServer;
let now: ContactDetail;

beforeEach(() => {
  server = startConsoleServer();
  now = ada;
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET contacts", listOf([ada, makeContactDetail({ id: "c2", name: "Bob", blockedAt: at })]));
  server.on("GET contacts/c1", () => ({ body: { data: now } }));
  const thread = makeThread({ id: "t1", agentId, title: "Where is my lamp?" });
  server.on("GET contacts/c1/threads", listOf([thread]));
});
afterEach(() => {
  closeLive();
  reset(contacts);
  reset(contact);
  reset(elsewhere);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

function listOf(items: unknown[]) {
  return { body: { items, page: { page: 1, limit: 25, total: items.length } } };
}

const open = (path = "inbox/contacts", roles: Role[] = ["owner"]) =>
  openScreen({ at: path, route: "inbox/contacts/:contactId?", screen: Contacts, roles });

const click = async (role: string, name: string | RegExp) =>
  void fireEvent.click(await screen.findByRole(role, { name }));
const choose = async (name: string) => {
  await click("button", "Actions for Ada");
  void fireEvent.click(await screen.findByRole("menuitem", { name, hidden: true }));
};

describe("the list of contacts", () => {
  it("names everybody with their state, and leads to each", async () => {
    open();
    const row = await screen.findByRole("link", { name: /Ada/ });
    expect(row.getAttribute("href")).toContain("/inbox/contacts/c1");
    expect(row.textContent).toContain("2 conversations");
    expect(screen.getByRole("link", { name: /Bob/ }).textContent).toContain("Blocked");
  });

  it("searches, and tells if no visitor is found", async () => {
    open();
    await screen.findByRole("link", { name: /Ada/ });
    server.on("GET contacts", listOf([]));
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "nobody" } });
    expect(await screen.findByText("No results")).toBeTruthy();
    expect(server.requests.findLast(({ path }) => path === "contacts")?.query).toMatchObject({
      search: "nobody",
    });
  });

  it("shows who a colleague renames, and who comes, as it happens", async () => {
    open();
    await screen.findByRole("link", { name: /Ada/ });
    await waitFor(() => expect(server.openStreams()).toBe(1));
    server.on("GET contacts", listOf([{ ...ada, name: "Ada Lovelace" }]));
    server.tell({ type: "contact", contactId: "c1" });
    expect(await screen.findByRole("link", { name: /Ada Lovelace/ })).toBeTruthy();
    server.on("GET contacts", listOf([makeContactDetail({ id: "c3", name: "Cyd" }), ada]));
    server.tell({ type: "thread", thread: makeThread({ id: "t3", agentId }) });
    expect(await screen.findByRole("link", { name: /Cyd/ })).toBeTruthy();
  });

  it("tells that there are no visitors yet", async () => {
    server.on("GET contacts", listOf([]));
    open();
    expect(await screen.findByText("No visitors yet")).toBeTruthy();
  });
});

describe("one contact", () => {
  it("is shown with attributes and conversations", async () => {
    now = { ...ada, attributes: { ...ada.attributes, ship: "" } };
    open("inbox/contacts/c1");
    expect(await screen.findByRole("heading", { name: "Ada", level: 1 })).toBeTruthy();
    const link = await screen.findByRole("link", { name: /Where is my lamp/ });
    expect(link.getAttribute("href")).toContain("/inbox/conversations/t1");
    expect(screen.getByText("plan").nextSibling?.textContent).toBe("pro");
    expect(screen.getByText("ship").nextSibling?.textContent).toBe("none");
  });

  describe("whom the site signed", () => {
    const there = {
      ...{ agent: { id: "a2", name: "Help desk" }, contact: { id: "c8", name: "Ada L.", email: null } },
      ...{
        by: "id",
        conversations: 7,
        threads: [makeThread({ id: "t8", agentId: "a2", title: "No light" })],
      },
    };
    const asked = () => server.requests.filter(({ path }) => path === "contacts/c1/elsewhere").length;

    it("is told with other agents to whom they are known, with ways to their conversations there", async () => {
      now = { ...ada, verified: true };
      server.on("GET contacts/c1/elsewhere", { body: { data: [there] } });
      open("inbox/contacts/c1");
      const region = within(await screen.findByRole("region", { name: "Also known to" }));
      expect(region.getByText(/As/).textContent).toBe("As Ada L., by your site’s ID · 7 conversations");
      const link = region.getByRole("link", { name: "Help desk" });
      expect(link.getAttribute("href")).toMatch(/\/cp\/a2\/inbox\/contacts\/c8$/);
      const thread = region.getByRole("link", { name: /No light/ });
      expect(thread.getAttribute("href")).toMatch(/\/cp\/a2\/inbox\/conversations\/t8$/);
    });

    it("is told without a way to people for whom the role guard keeps to the conversations", async () => {
      now = { ...ada, verified: true };
      server.on("GET contacts/c1/elsewhere", { body: { data: [there] } });
      open("inbox/contacts/c1", ["support", "collaborator"]);
      const region = within(await screen.findByRole("region", { name: "Also known to" }));
      expect(region.getByRole("heading", { name: "Help desk" })).toBeTruthy();
      expect(region.getAllByRole("link")).toHaveLength(1);
      expect(region.getByRole("link", { name: /No light/ })).toBeTruthy();
    });

    it("is told without that part where no other agent knows them", async () => {
      now = { ...ada, verified: true };
      server.on("GET contacts/c1/elsewhere", { body: { data: [] } });
      open("inbox/contacts/c1");
      await screen.findByText("plan");
      await waitFor(() => expect(elsewhere).toMatchObject({ status: "ready", data: { items: [] } }));
      expect(asked()).toBe(1);
      expect(screen.queryByRole("region", { name: "Also known to" })).toBeNull();
    });

    it("is asked for of nobody else", async () => {
      open("inbox/contacts/c1");
      await screen.findByText("plan");
      expect(asked()).toBe(0);
    });
  });

  it("says what they agreed to and took back, with what they were shown, where they were asked", async () => {
    const granted = { value: "granted" as const, surface: "widget" };
    const consent: typeof ada.consent = [
      { ...granted, at: at + 2, text: null },
      { ...granted, value: "denied", at: at + 1, text: null },
      { ...granted, at, text: "May we store this?" },
    ];
    now = { ...ada, consent };
    open("inbox/contacts/c1");
    const region = within(await screen.findByRole("region", { name: "Consent" }));
    const words = region.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(words[0]).toMatch(/^GrantedChat widget.*Asked by your site$/);
    expect(words[1]).toMatch(/^DeniedChat widget/);
    expect(words[2]).toMatch(/^GrantedChat widget.*May we store this\?$/);
  });

  it("shows what a colleague changes and notes as it happens, and takes back nothing of it with what is saved", async () => {
    server.on("PATCH contacts/c1", { body: { data: now } });
    open("inbox/contacts/c1");
    await screen.findByRole("heading", { name: "Ada", level: 1 });
    await waitFor(() => expect(server.openStreams()).toBe(1));
    await click("button", "Edit visitor");
    fireEvent.change(await screen.findByRole("textbox", { name: /^E-mail/ }), {
      target: { value: "ada@example.org" },
    });
    const author = { id: "user-2", name: "Bo" };
    const note = { id: "n1", content: "Call her back", author, createdAt: at, editedAt: null };
    now = { ...ada, name: "Ada L.", notes: [note], blockedAt: at };
    // What is told of somebody else is nobody's concern here.
    server.tell({ type: "contact", contactId: "c2" });
    server.tell({ type: "contact", contactId: "c1" });
    expect(await screen.findByText("Call her back")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Ada L.", level: 1, hidden: true })).toBeTruthy();
    await click("button", "Save");
    await waitFor(() =>
      expect(server.sent("PATCH contacts/c1")).toEqual([
        { data: { email: "ada@example.org", attributes: {} } },
      ]),
    );
  });

  it("is called by a number that the team writes down, which the server may refuse in words", async () => {
    const message = "Write the number with its country code, such as +49 30 123456.";
    const fields = [{ path: "body.data.phone", message }];
    server.on("PATCH contacts/c1", { status: 400, code: "invalid_input", fields });
    open("inbox/contacts/c1");
    await click("button", "Edit visitor");
    const phone = await screen.findByRole("textbox", { name: /^Phone/ });
    fireEvent.change(phone, { target: { value: "030 123456" } });
    await click("button", "Save");
    expect(await screen.findByText(message)).toBeTruthy();
    now = { ...ada, phone: "+4930123456" };
    server.on("PATCH contacts/c1", { body: { data: now } });
    fireEvent.change(phone, { target: { value: "+49 30 123456 " } });
    await click("button", "Save");
    const link = await screen.findByRole("link", { name: "+4930123456" });
    expect(link.getAttribute("href")).toBe("tel:+4930123456");
    expect(server.sent("PATCH contacts/c1").at(-1)).toEqual({
      data: { phone: "+49 30 123456", attributes: {} },
    });
  });

  it("shows no consent if none was asked for", async () => {
    open("inbox/contacts/c1");
    await screen.findByRole("region", { name: "Notes about the visitor" });
    expect(screen.queryByRole("region", { name: "Consent" })).toBeNull();
  });

  it("is changed: only what differs is sent, and an attribute that is gone is taken away", async () => {
    server.on("PATCH contacts/c1", ({ body }) => {
      const { attributes, ...rest } = (body as { data: { attributes: object; name?: string } }).data; // the contract's
      now = { ...ada, ...rest, attributes: { plan: "free" } };
      expect(attributes).toEqual({ plan: "free", seats: null });
      return { body: { data: now } };
    });
    open("inbox/contacts/c1");
    await click("button", "Edit visitor");
    fireEvent.change(await screen.findByRole("textbox", { name: /^Name/ }), { target: { value: "Ada L." } });
    const [value] = screen.getAllByRole("textbox", { name: /^Value/ });
    if (value) fireEvent.change(value, { target: { value: "free" } });
    await click("button", "Remove seats");
    await click("button", "Save");
    expect(await screen.findByRole("heading", { name: "Ada L.", level: 1 })).toBeTruthy();
    expect(server.sent("PATCH contacts/c1")).toEqual([
      { data: { name: "Ada L.", attributes: { plan: "free", seats: null } } },
    ]);
  });

  it("is written to first, once however often it is sent, and what comes of it is opened", async () => {
    now = { ...ada, reachableBy: ["hosted-web", "widget"] };
    server.on("POST threads/widget/initiate-chat", { status: 500, code: "internal", message: "It broke." });
    server.on("GET canned-replies", { body: { data: [] } });
    open("inbox/contacts/c1");
    await click("button", "Start a conversation");
    const dialog = await screen.findByRole("dialog", { name: "Start a conversation with Ada" });
    const where = await within(dialog).findByRole("combobox", { name: "Where" });
    fireEvent.change(where, { target: { value: "widget" } });
    const field = () => screen.getByRole("textbox", { name: "Message to Ada" });
    fireEvent.change(field(), { target: { value: "Hello {{visitor.name}}, your lamp is here." } });
    fireEvent.keyDown(field(), { key: "Enter" });
    expect(await within(dialog).findByText(/It broke/)).toBeTruthy();
    const thread = makeThread({ id: "t9", agentId });
    server.on("POST threads/widget/initiate-chat", { body: { data: { thread, message: {} } } });
    fireEvent.keyDown(field(), { key: "Enter" });
    await waitFor(() => expect(location.pathname).toContain("/inbox/conversations/t9"));
    const sent = server.sent("POST threads/widget/initiate-chat") as { data: { clientId: string } }[];
    const data = { contactId: "c1", content: "Hello Ada, your lamp is here." };
    expect(sent).toMatchObject([{ data }, { data }]);
    expect(sent[0]?.data.clientId).toBe(sent[1]?.data.clientId);
  });

  it("asks before a variable goes out that nothing is known for", async () => {
    server.on("POST threads/widget/initiate-chat", {
      body: { data: { thread: makeThread({ id: "t9", agentId }), message: {} } },
    });
    open("inbox/contacts/c1");
    await click("button", "Start a conversation");
    const field = await screen.findByRole("textbox", { name: "Message to Ada" });
    fireEvent.change(field, { target: { value: "Size {{visitor.size}}?" } });
    fireEvent.keyDown(screen.getByRole("textbox", { name: "Message to Ada" }), { key: "Enter" });
    expect((await screen.findByRole("alert")).textContent).toContain("{{visitor.size}}");
    expect(server.sent("POST threads/widget/initiate-chat")).toEqual([]);
    await click("button", "Send as it is");
    // Where it leads to is not left to the next test.
    await waitFor(() => expect(location.pathname).toContain("/inbox/conversations/t9"));
    expect(server.sent("POST threads/widget/initiate-chat")).toHaveLength(1);
  });

  it("has what was begun to be written to them or about them there again, and for nobody else", async () => {
    server.on("GET contacts/c2", { body: { data: makeContactDetail({ id: "c2", name: "Bob" }) } });
    server.on("GET contacts/c2/threads", listOf([]));
    server.on("GET canned-replies", { body: { data: [] } });
    const note = async () =>
      (await screen.findByRole<HTMLTextAreaElement>("textbox", { name: /New note/ })).value;
    open("inbox/contacts/c1");
    const { pathname } = location;
    fireEvent.change(await screen.findByRole("textbox", { name: /New note/ }), {
      target: { value: "Likes" },
    });
    await click("button", "Start a conversation");
    const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Message to Ada" });
    fireEvent.change(await field(), { target: { value: "Your lamp" } });
    await click("button", "Cancel");
    act(() => navigate(pathname.replace("c1", "c2")));
    await screen.findByRole("heading", { name: /Bob/ });
    expect(await note()).toBe("");
    act(() => navigate(pathname));
    await screen.findByRole("heading", { name: /Ada/ });
    expect(await note()).toBe("Likes");
    await click("button", "Start a conversation");
    expect((await field()).value).toBe("Your lamp");
    const thread = makeThread({ id: "t9", agentId });
    server.on("POST threads/widget/initiate-chat", { body: { data: { thread, message: {} } } });
    fireEvent.keyDown(await field(), { key: "Enter" });
    await waitFor(() => expect(location.pathname).toContain("/inbox/conversations/t9"));
    expect(JSON.stringify({ ...localStorage })).not.toContain("Your lamp");
  });

  it.each([
    { given: { blockedAt: at }, why: /They are blocked/ },
    { given: { verified: true }, why: /neither its chat widget nor its hosted page/ },
    { given: {}, why: /have been away from the chat for 30 days/ },
  ])("says why nobody would read what is written: $why", async ({ given, why }) => {
    now = { ...ada, ...given, reachableBy: [] };
    open("inbox/contacts/c1");
    await click("button", "Start a conversation");
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: "Message to Ada" })).toBeNull();
  });

  it("has notes, of which one changes one's own", async () => {
    Object.assign(authentication, { user: { _id: "user-1" } });
    const ownNote = { id: "n1", author: { id: "user-1", name: "Ana" }, createdAt: at, editedAt: null };
    const other = { id: "n2", content: "Theirs", author: { id: "user-2", name: "Bo" }, createdAt: at };
    now = { ...ada, notes: [{ ...other, editedAt: null }] };
    server.on("POST contacts/c1/notes", ({ body }) => ({
      body: {
        data: {
          ...ownNote,
          content: (body as NoteBody).data.content, // the contract's
        },
      },
    }));
    server.on("DELETE contacts/c1/notes/n1", { body: null });
    open("inbox/contacts/c1", ["support"]);
    fireEvent.change(await screen.findByRole("textbox", { name: /New note/ }), {
      target: { value: " Tea " },
    });
    await click("button", "Add note");
    const notes = screen.getByRole("region", { name: "Notes about the visitor" });
    // The field says the same until it is added.
    expect(await within(notes).findAllByRole("button", { name: "Delete" })).toHaveLength(1);
    expect(within(notes).getByText("Tea")).toBeTruthy();
    server.on("PATCH contacts/c1/notes/n1", ({ body }) => ({
      body: { data: { ...ownNote, editedAt: at, content: (body as NoteBody).data.content } },
    }));
    await click("button", "Edit");
    expect((await screen.findByRole("textbox", { name: "Note" })) === document.activeElement).toBe(true);
    fireEvent.change(screen.getByRole("textbox", { name: "Note" }), { target: { value: "Coffee" } });
    await click("button", "Save");
    expect(await within(notes).findByText("Coffee")).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Edit"));
    await click("button", "Delete");
    expect(within(notes).getByText("Coffee")).toBeTruthy();
    await click("button", "Delete note");
    await waitFor(() => expect(within(notes).queryByText("Coffee")).toBeNull());
    const field = () => screen.getByRole("textbox", { name: /New note/ });
    await waitFor(() => expect(document.activeElement === field()).toBe(true));
    expect(within(notes).getByText("Theirs")).toBeTruthy();
  });

  it("has notes of others, which a manager deletes and does not change", async () => {
    Object.assign(authentication, { user: { _id: "user-1" } });
    const author = { id: "user-2", name: "Bo" };
    now = { ...ada, notes: [{ id: "n2", content: "Theirs", author, createdAt: at, editedAt: null }] };
    server.on("DELETE contacts/c1/notes/n2", { body: null });
    open("inbox/contacts/c1", ["admin"]);
    const notes = await screen.findByRole("region", { name: "Notes about the visitor" });
    expect(within(notes).queryByRole("button", { name: "Edit" })).toBeNull();
    await click("button", "Delete");
    await click("button", "Delete note");
    await waitFor(() => expect(within(notes).queryByText("Theirs")).toBeNull());
  });

  it("is blocked and unblocked, each after a question", async () => {
    server.on("PUT contacts/c1/block", () => ({ body: { data: (now = { ...ada, blockedAt: at }) } }));
    server.on("DELETE contacts/c1/block", () => ({ body: { data: (now = ada) } }));
    open("inbox/contacts/c1");
    await screen.findByRole("button", { name: "Actions for Ada" });
    await choose("Block");
    await click("button", "Block");
    expect(await screen.findByText("Blocked")).toBeTruthy();
    await choose("Unblock");
    await click("button", "Unblock");
    await waitFor(() => expect(screen.queryByText("Blocked")).toBeNull());
  });

  it("is merged with another one, and two again", async () => {
    server.on("POST contacts/c1/merge", () => {
      const merge = { id: "m1", name: "Bob", mergedBy: { id: "user-1", name: "Ana" }, mergedAt: at };
      now = { ...ada, merges: [{ ...merge, undoUntil: at, refusal: null }] };
      return { body: { data: now } };
    });
    server.on("POST contacts/c1/merges/m1/undo", () => ({
      body: { data: { kept: (now = ada), restored: ada } },
    }));
    open("inbox/contacts/c1");
    await screen.findByRole("button", { name: "Actions for Ada" });
    await choose("Merge with another visitor");
    await click("radio", /Bob/);
    expect(screen.queryByRole("radio", { name: /Ada/ })).toBeNull();
    await click("button", "Merge");
    await click("button", "Undo merging Bob");
    await waitFor(() => expect(screen.queryByText("Merged visitors")).toBeNull());
    expect(server.sent("POST contacts/c1/merge")).toEqual([{ data: { contactId: "c2" } }]);
  });

  it("is exported to an archive that the browser fetches", async () => {
    const go = vi.spyOn(browser, "go").mockImplementation(() => {});
    server.on("POST contacts/c1/export", { body: { data: { url: "/api/public/v1/contactexports/c1?x=1" } } });
    open("inbox/contacts/c1");
    await screen.findByRole("button", { name: "Actions for Ada" });
    await choose("Export their data");
    await click("button", "Export");
    await waitFor(() => expect(go).toHaveBeenCalledWith("/api/public/v1/contactexports/c1?x=1"));
  });

  it("is erased after a question that says what goes, and is gone then", async () => {
    server.on("DELETE contacts/c1", () => {
      now = { ...ada, eraseAskedAt: at };
      return { body: { data: now } };
    });
    open("inbox/contacts/c1");
    await screen.findByRole("button", { name: "Actions for Ada" });
    await choose("Erase their data");
    expect(await screen.findByText(/2 conversations go with all messages/)).toBeTruthy();
    server.on("GET contacts/c1", { status: 404, code: "not_found" });
    await click("button", "Erase for good");
    expect(await screen.findByText("Being erased")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Edit visitor" })).toBeNull();
    expect(await screen.findByText("This visitor no longer exists")).toBeTruthy();
  });

  it("is neither exported nor erased by members without permission", async () => {
    open("inbox/contacts/c1", ["collaborator"]);
    await click("button", "Actions for Ada");
    expect(screen.queryByRole("menuitem", { name: "Erase their data", hidden: true })).toBeNull();
    expect(screen.queryByRole("menuitem", { name: "Export their data", hidden: true })).toBeNull();
  });
});
