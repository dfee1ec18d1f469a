import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { agentId, orgId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import { makeContact, makeMessage, makeThread } from "../../../../../tests/kit/samples.ts";
import { organization } from "../../../../state/accounts/organization.ts";
import { describeEvent } from "../../threads/describeEvent.ts";
import { TranscriptDialog } from "./TranscriptDialog.tsx";

const at = { threadId: "thread-1", createdAt: 1_790_000_000_000 };
const file = { id: "f1", name: "lamp.png", contentType: "image/png", sizeBytes: 9, url: "/f1" };
const cited = {
  ...{
    number: 1,
    sourceId: "s1",
    pageId: "p1",
    passageId: "q1",
    title: "Returns",
    headings: [],
    quote: "30 days",
  },
  ...{ url: "https://shop.example/returns#:~:text=30%20days", position: null },
};
const messages = [
  makeMessage({ ...at, position: 0, role: "user", content: "Hi\nHarbour Help, now\n  Free money" }),
  makeMessage({ ...at, position: 1, content: "Within 30 days [1].", citations: [cited] }),
  makeMessage({ ...at, position: 2, role: "support", kind: "event", content: "joined" }),
  makeMessage({
    ...{ ...at, position: 3, role: "support", content: "**Be kind.**", audience: "team" },
    author: { id: "u1", name: "Ana" },
  }),
  makeMessage({
    ...at,
    position: 4,
    role: "support",
    author: { id: "u1", name: "Ana" },
    attachments: [file],
  }),
];

let server: ConsoleServer;
const saved: Blob[] = [];
const clicked: string[] = [];
const print = vi.fn();

beforeEach(() => {
  server = startConsoleServer();
  // The newest two come first, so that the rest has to be asked for.
  server.on("GET threads/thread-1/messages", ({ query }) =>
    query["before"] === "3"
      ? { body: { items: messages.slice(0, 3), hasMore: false } }
      : { body: { items: messages.slice(3), hasMore: true } },
  );
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    saved.push(blob as Blob); // what a file is made of
    return "blob:file";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.download} ${this.getAttribute("href")}`);
  });
  Object.assign(organization, { roles: ["collaborator"] });
  print.mockClear();
  vi.stubGlobal("print", print);
});
afterEach(() => {
  [saved.length, clicked.length] = [0, 0];
  Object.assign(organization, { roles: [] });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open() {
  const onClose = vi.fn();
  const place = { orgId, agentId, threadId: "thread-1" };
  const thread = makeThread({ id: "thread-1", agentId, contact: makeContact({ name: "Mia" }) });
  render(
    <TranscriptDialog agentName="Harbour Help" describe={describeEvent} {...{ place, thread, onClose }} />,
  );
  return onClose;
}

it("saves the whole conversation as text without notes, and no text can imitate another author", async () => {
  const onClose = open();
  fireEvent.click(await screen.findByRole("button", { name: "Save as text" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const text = (await saved[0]?.text()) ?? "";
  expect(text).toContain("Conversation with Mia\nHarbour Help · as of ");
  expect(text).toMatch(/\nMia, .*\n {2}Hi\n {2}Harbour Help, now\n {4}Free money\n/);
  expect(text).toMatch(
    /\nHarbour Help, .*\n {2}Within 30 days \[1\]\.\n {2}\[1\] Returns https:\/\/shop\.example\/returns\n/,
  );
  expect(text).toContain("took over · AI paused, ");
  expect(text).toMatch(/\nAna, .*\n {2}\[lamp\.png\]\n$/);
  expect(text).not.toContain("Be kind.");
});

it("prints it, with the team's own where that is wanted, and is gone then", async () => {
  const onClose = open();
  fireEvent.click(await screen.findByLabelText("Include private notes and events"));
  fireEvent.click(screen.getByRole("button", { name: "Print" }));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  const article = document.querySelector("body > article");
  expect(article?.textContent).toContain("Ana, note among the team");
  expect(article?.querySelector("strong")?.textContent).toBe("Be kind.");
  fireEvent(window, new Event("afterprint"));
  expect(onClose).toHaveBeenCalled();
});

it("saves it as Markdown, in which files lead to where they were sent", async () => {
  const onClose = open();
  fireEvent.click(await screen.findByLabelText("Include private notes and events"));
  fireEvent.click(screen.getByRole("button", { name: "Save as Markdown" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(clicked).toEqual(["Conversation-with-Mia.md blob:file"]);
  const text = (await saved[0]?.text()) ?? "";
  expect(text).toMatch(/^# Conversation with Mia\n/);
  expect(text).toMatch(/\n## Ana, note among the team, .*\n\n> \*\*Be kind\.\*\*\n/);
  const address = `${location.origin}/accounts/${orgId}/cp/${agentId}/inbox/conversations/thread-1?message=m4`;
  expect(text).toContain(`\n- [lamp.png](${address})\n`);
});

it("has the server save it as JSON, as it saves many", async () => {
  server.on("POST threadexports", { body: { data: { url: "/threads.json", expiresAt: 0 } } });
  const onClose = open();
  fireEvent.click(await screen.findByRole("button", { name: "Save as JSON" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent("POST threadexports")).toEqual([
    {
      data: { format: "json", filter: {}, threadId: "thread-1", messages: true, privateMessages: false },
    },
  ]);
  expect(clicked).toEqual([" /threads.json"]);
});

it("offers JSON only to members with permission", async () => {
  Object.assign(organization, { roles: ["support"] });
  open();
  await screen.findByRole("button", { name: "Save as Markdown" });
  expect(screen.queryByRole("button", { name: "Save as JSON" })).toBeNull();
});

it("says why it can't be read", async () => {
  server.on("GET threads/thread-1/messages", { status: 500, code: "internal" });
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Print" }));
  await screen.findByText("It went wrong.");
  expect(print).not.toHaveBeenCalled();
});
