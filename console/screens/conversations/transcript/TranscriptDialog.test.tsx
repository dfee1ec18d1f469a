import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { agentId, orgId, startConsoleServer } from "../../../../tests/kit/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/consoleServer.ts";
import { makeContact, makeMessage, makeThread } from "../../../../tests/kit/samples.ts";
import { describeEvent } from "../describeEvent.ts";
import TranscriptDialog from "./TranscriptDialog.tsx";

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
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  print.mockClear();
  vi.stubGlobal("print", print);
});
afterEach(() => {
  saved.length = 0;
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

it("saves the whole conversation as text, in which nobody poses as another, without what is the team's", async () => {
  const onClose = open();
  fireEvent.click(await screen.findByRole("button", { name: "Save as text" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const text = (await saved[0]?.text()) ?? "";
  expect(text).toContain("Conversation with Mia\nHarbour Help · as of ");
  expect(text).toMatch(/\nMia, .*\n {2}Hi\n {2}Harbour Help, now\n {4}Free money\n/);
  expect(text).toMatch(
    /\nHarbour Help, .*\n {2}Within 30 days \[1\]\.\n {2}\[1\] Returns https:\/\/shop\.example\/returns\n/,
  );
  expect(text).toContain("took over; the agent is silent, ");
  expect(text).toMatch(/\nAna, .*\n {2}\[lamp\.png\]\n$/);
  expect(text).not.toContain("Be kind.");
});

it("prints it, with the team's own where that is wanted, and is gone then", async () => {
  const onClose = open();
  fireEvent.click(await screen.findByLabelText("Also what the team wrote and arranged for itself"));
  fireEvent.click(screen.getByRole("button", { name: "Print" }));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  const article = document.querySelector("body > article");
  expect(article?.textContent).toContain("Ana, note among the team");
  expect(article?.querySelector("strong")?.textContent).toBe("Be kind.");
  fireEvent(window, new Event("afterprint"));
  expect(onClose).toHaveBeenCalled();
});

it("says why it can't be read", async () => {
  server.on("GET threads/thread-1/messages", { status: 500, code: "internal" });
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Print" }));
  await screen.findByText("It went wrong.");
  expect(print).not.toHaveBeenCalled();
});
