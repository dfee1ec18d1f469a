import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CannedReply } from "../../../../shared/contract/conversations/messages/cannedReplies.ts";
import { makeAgent, openScreen } from "../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { closeInbox } from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { session } from "../../../../tests/kit/console/openConsole.tsx";
import { makeContact, makeMessage, makeThread } from "../../../../tests/kit/samples.ts";
import { stubUploads } from "../../../../tests/kit/browser/stubUploads.ts";
import { authentication } from "../../../state/accounts/authentication.ts";
import { cannedReplies } from "../../../state/conversations/messages/cannedReplies.ts";
import { reset } from "../../../state/platform/resource.ts";
import Inbox from "../inbox/Inbox.tsx";

const contact = makeContact({ id: "c1", name: "Mia", attributes: { plan: "pro" } });
const thread = makeThread({
  id: "thread-1",
  agentId,
  contact,
  handledBy: "human",
  assignee: { id: "u1", name: "Ada" },
});

function makeCanned(part: Partial<CannedReply>): CannedReply {
  return {
    ...{ id: part.name ?? "", name: "", text: "", attachments: [], isPersonal: false, uses: 0, updatedAt: 0 },
    ...part,
  };
}
const makeFile = (id: string, name: string) => ({
  id,
  name,
  contentType: "image/png",
  sizeBytes: 9,
  url: `/${id}`,
});
const hours = makeCanned({ name: "hours", text: "Hi {{visitor.name}}, we open at 9.", uses: 3 });
const plan = makeCanned({ name: "plan", text: "On {{visitor.plan}}, {{visitor.title}}.", isPersonal: true });

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  Object.assign(authentication, { user: session.user });
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET threads", { body: { items: [thread], page: { page: 1, limit: 50, total: 1 } } });
  server.on("GET threads/thread-1", { body: { data: thread } });
  server.on("GET threads/thread-1/messages", { body: { items: [], hasMore: false } });
  server.on("POST threads/thread-1/typing", { body: null });
  server.on("GET canned-replies", { body: { data: [hours, plan] } });
  server.on("POST canned-replies/hours/uses", { body: { data: { attachments: [] } } });
  server.on("POST canned-replies/plan/uses", { body: { data: { attachments: [] } } });
  server.on("POST threads/thread-1/messages", ({ body }) => {
    const { data } = body as { data: { clientId: string; content: string } }; // the contract's
    return { body: { data: makeMessage({ ...data, id: "m9", threadId: "thread-1", role: "support" }) } };
  });
});
afterEach(() => {
  closeInbox();
  reset(cannedReplies);
  Object.assign(authentication, { user: null });
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

async function open() {
  openScreen({ at: "inbox/conversations/thread-1", route: "inbox/conversations/:threadId?", screen: Inbox });
  await waitFor(() => expect(cannedReplies.status).toBe("ready"));
  await field();
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>("Reply to Mia");

async function type(text: string) {
  const area = await field();
  area.focus();
  fireEvent.change(area, { target: { value: text } });
  area.setSelectionRange(text.length, text.length);
  fireEvent(document, new Event("selectionchange"));
}

const sent = () =>
  server
    .sent("POST threads/thread-1/messages")
    .map((body) => (body as { data: { content: string } }).data.content); // the contract's

describe("canned replies", () => {
  it("are found with / and the keys, filled in, counted, and sent as shown", async () => {
    await open();
    await type("/");
    const list = await screen.findByRole("listbox", { name: "Canned replies" });
    expect(
      within(list)
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual(["hoursHi Mia, we open at 9.", "planOn pro, {{visitor.title}}."]);
    expect((await field()).getAttribute("aria-controls")).toBe(list.id);
    fireEvent.keyDown(await field(), { key: "ArrowDown" });
    const current = () =>
      document.getElementById(
        screen.getByLabelText("Reply to Mia").getAttribute("aria-activedescendant") ?? "",
      );
    await waitFor(() => expect(current()?.textContent).toContain("plan"));
    fireEvent.keyDown(await field(), { key: "ArrowDown" });
    await waitFor(() => expect(current()?.textContent).toContain("hours"));
    fireEvent.keyDown(await field(), { key: "Enter" });
    await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
    expect((await field()).value).toBe("Hi Mia, we open at 9.");
    expect((await field()).hasAttribute("aria-controls")).toBe(false);
    expect(sent()).toEqual([]);
    fireEvent.keyDown(await field(), { key: "Enter" });
    await waitFor(() => expect(sent()).toEqual(["Hi Mia, we open at 9."]));
    expect(server.sent("POST canned-replies/hours/uses")).toHaveLength(1);
  });

  it("are there as soon as a colleague makes them", async () => {
    await open();
    await waitFor(() => expect(server.openStreams()).toBe(1));
    const refund = makeCanned({ name: "refund", text: "Your money comes back." });
    server.on("GET canned-replies", { body: { data: [{ ...hours, text: "We open at 10." }, refund] } });
    server.tell({ type: "cannedReplies" });
    await type("/");
    await screen.findByRole("option", { name: /refund/ });
    expect(screen.getByRole("option", { name: /hours/ }).textContent).toContain("We open at 10.");
    expect(screen.queryByRole("option", { name: /plan/ })).toBeNull();
  });

  it("are closed by Escape, which leaves the sign, and found by words of their text", async () => {
    await open();
    await type("/open 9");
    await screen.findByRole("option", { name: /hours/ });
    expect(screen.queryByRole("option", { name: /plan/ })).toBeNull();
    fireEvent.keyDown(await field(), { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
    expect((await field()).value).toBe("/open 9");
    await type("on 1/2");
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it("tell before they are sent what nothing is known for", async () => {
    await open();
    await type("/plan");
    fireEvent.click(await screen.findByRole("option", { name: /plan/ }));
    await waitFor(async () => expect((await field()).value).toBe("On pro, {{visitor.title}}."));
    fireEvent.keyDown(await field(), { key: "Enter" });
    expect((await screen.findByRole("alert")).textContent).toContain("{{visitor.title}}");
    expect(sent()).toEqual([]);
    await type("On pro, {{visitor.title|captain}}.");
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    fireEvent.keyDown(await field(), { key: "Enter" });
    await waitFor(() => expect(sent()).toEqual(["On pro, captain."]));
  });

  it("are made, changed and deleted where one writes", async () => {
    await open();
    fireEvent.click(screen.getByRole("button", { name: "Canned replies" }));
    const dialog = () => screen.findByRole("dialog", { name: "Canned replies" });
    fireEvent.click(within(await dialog()).getByRole("button", { name: "New canned reply" }));
    const form = await screen.findByRole("dialog", { name: "New canned reply" });
    fireEvent.change(within(form).getByLabelText(/^Short name/), { target: { value: "bye" } });
    fireEvent.change(within(form).getByLabelText(/^Text/), { target: { value: "Bye, {{agnet.name}}" } });
    expect((await within(form).findByRole("status")).textContent).toContain("{{agnet.name}} is no variable");
    fireEvent.click(within(form).getByRole("radio", { name: "Only for me" }));
    const made = makeCanned({ name: "bye", text: "Bye", isPersonal: true });
    server.on("POST canned-replies", { body: { data: made } });
    fireEvent.click(within(form).getByRole("button", { name: "Save" }));
    const shown = (await within(await dialog()).findByText("/bye")).closest("li");
    expect(shown?.textContent).toContain("not used yet");
    expect(server.sent("POST canned-replies")).toEqual([
      { data: { name: "bye", text: "Bye, {{agnet.name}}", isPersonal: true, attachments: [] } },
    ]);
    server.on("DELETE canned-replies/hours", { body: null });
    const row = (await within(await dialog()).findByText("/hours")).closest("li");
    fireEvent.click(within(row as HTMLElement).getByRole("menuitem", { name: "Delete", hidden: true })); // just found
    const question = await screen.findByRole("dialog", { name: "Delete this canned reply?" });
    expect(question.textContent).toContain("for everyone who replies for this agent");
    expect(server.sent("DELETE canned-replies/hours")).toHaveLength(0);
    fireEvent.click(within(question).getByRole("button", { name: "Delete reply" }));
    await dialog();
    expect(server.sent("DELETE canned-replies/hours")).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText("/hours")).toBeNull());
  });

  it("put copies of their files into the reply with the text, once more where that fails", async () => {
    const kept = [makeFile("f-1", "map.png"), makeFile("f-2", "guide.pdf")];
    server.on("GET canned-replies", { body: { data: [{ ...hours, attachments: kept }] } });
    server.on("POST canned-replies/hours/uses", { status: 503, code: "unavailable" });
    await open();
    await type("/hours");
    fireEvent.click(await screen.findByRole("option", { name: /With files.*hours/ }));
    const again = await screen.findByRole("button", { name: "Try again: map.png" });
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send message" }).disabled).toBe(true);
    const copies = [makeFile("c-1", "map.png"), makeFile("c-2", "guide.pdf")];
    server.on("POST canned-replies/hours/uses", { body: { data: { attachments: copies } } });
    fireEvent.click(again);
    const send = () => screen.getByRole<HTMLButtonElement>("button", { name: "Send message" });
    await waitFor(() => expect(send().disabled).toBe(false));
    expect(screen.queryByRole("alert")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Remove map.png" }));
    fireEvent.keyDown(await field(), { key: "Enter" });
    await waitFor(() => expect(sent()).toEqual(["Hi Mia, we open at 9."]));
    expect(server.sent("POST threads/thread-1/messages")).toMatchObject([{ data: { attachments: ["c-2"] } }]);
  });

  it("get files where they are written, and lose them there", async () => {
    const uploads = stubUploads();
    server.on("GET canned-replies", {
      body: { data: [{ ...hours, attachments: [makeFile("f-1", "map.png")] }] },
    });
    const target = { method: "PUT", url: "/there", fields: {} };
    server.on("POST attachments", { body: { data: { attachmentId: "new-1", ...target } } });
    server.on("PATCH canned-replies/hours", { body: { data: hours } });
    await open();
    fireEvent.click(screen.getByRole("button", { name: "Canned replies" }));
    const list = await screen.findByRole("dialog", { name: "Canned replies" });
    const row = (await within(list).findByText("map.png")).closest("li")?.parentElement?.closest("li");
    fireEvent.click(within(row as HTMLElement).getByRole("menuitem", { name: "Edit", hidden: true })); // just found
    const form = within(await screen.findByRole("dialog", { name: "Edit canned reply" }));
    fireEvent.click(await form.findByRole("button", { name: "Remove map.png" }));
    const files = [new File(["x"], "new.csv", { type: "text/csv" })];
    fireEvent.drop(document.body, { dataTransfer: { types: ["Files"], files } });
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(form.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
    act(() => uploads.forEach((one) => one.finish()));
    await waitFor(() =>
      expect(form.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(false),
    );
    fireEvent.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(server.sent("PATCH canned-replies/hours")).toMatchObject([{ data: { attachments: ["new-1"] } }]),
    );
    // What is dropped there is the dialog's, not the reply's behind it.
    expect(uploads).toHaveLength(1);
  });
});
