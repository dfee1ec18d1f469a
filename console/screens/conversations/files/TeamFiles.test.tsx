import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Attachment } from "../../../../shared/contract/conversations/files/attachment.ts";
import type { Message, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import type { ScheduledReply } from "../../../../shared/contract/conversations/messages/scheduledReply.ts";
import { makeAgent } from "../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, orgId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
} from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { session } from "../../../../tests/kit/console/openConsole.tsx";
import { makeContact, makeMessage, makeThread } from "../../../../tests/kit/samples.ts";
import { stubUploads } from "../../../../tests/kit/browser/stubUploads.ts";
import { currentToasts } from "../../../../shared/ui/toasts.ts";
import { authentication } from "../../../state/accounts/authentication.ts";
import { clearFiles, filesOf } from "../../../state/conversations/files/composedFiles.ts";
import { reset } from "../../../state/platform/resource.ts";
import { scheduledReplies } from "../../../state/conversations/messages/scheduledReplies.ts";

const me = { id: session.user._id, name: "Ada" };
const contact = makeContact({ id: "c1", name: "Mia" });
const thread: Thread = makeThread({
  ...{ id: "thread-1", agentId, contact },
  ...{ handledBy: "human" as const, assignee: me },
});
const saved: Attachment = {
  ...{ id: "f-1", name: "guide.pdf", contentType: "application/pdf", sizeBytes: 2048, url: "/f-1" },
};
const filters = makeThreadFilters({
  queues: { mine: 1, all: 1 },
});
const file = (name: string, type = "text/plain", text = "hello") => new File([text], name, { type });

let server: ConsoleServer;
let sent: ReturnType<typeof stubUploads>;

beforeEach(() => {
  server = startConsoleServer();
  sent = stubUploads();
  Object.assign(authentication, { user: session.user });
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET threads", { body: { items: [thread], page: { page: 1, limit: 50, total: 1 } } });
  server.on("GET threads/thread-1", { body: { data: thread } });
  server.on("GET threads/filters", { body: { data: filters } });
  server.on("GET canned-replies", { body: { data: [] } });
  server.on("GET threads/thread-1/scheduled-replies", { body: { data: [] } });
  server.on("POST threads/thread-1/typing", { body: null });
  server.on("POST threads/thread-1/looking", { body: null });
  server.on("POST attachments", ({ body }) => {
    const { data } = body as { data: { name: string } }; // the contract's
    const target = { method: "PUT", url: "/there", fields: {} };
    return { body: { data: { attachmentId: `file-${data.name}`, ...target } } };
  });
  for (const path of ["messages", "notes"]) {
    server.on(`POST threads/thread-1/${path}`, ({ body }) => {
      const { data } = body as { data: { clientId: string; content: string } }; // the contract's
      const said = { ...{ id: `m-${path}`, threadId: "thread-1", position: 5, author: me }, ...data };
      const audience = path === "notes" ? ({ audience: "team" } as const) : {};
      return { body: { data: makeMessage({ ...said, ...audience, role: "support", attachments: [saved] }) } };
    });
  }
  serve([]);
});
afterEach(() => {
  closeInbox();
  reset(scheduledReplies);
  for (const kind of ["reply", "note"]) clearFiles(filesOf({ orgId, agentId }, `${kind}:thread-1`));
  Object.assign(authentication, { user: null });
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function serve(messages: Message[]) {
  server.on("GET threads/thread-1/messages", { body: { items: messages, hasMore: false } });
}

async function open() {
  await openInbox(server, "inbox/conversations/thread-1");
  await field();
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>("Reply to Mia");
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
async function choose(...files: File[]) {
  await screen.findByRole("button", { name: "Attach files" });
  const input = document.querySelector('input[type="file"]');
  if (!input) throw new Error("Nothing chooses files.");
  fireEvent.change(input, { target: { files } });
}
async function finish(count: number) {
  await waitFor(() => expect(sent).toHaveLength(count));
  act(() => sent.forEach((one) => one.finish()));
}
const bodies = (path: string) => server.sent(`POST threads/thread-1/${path}`);

describe("the team's files", () => {
  it("go with a reply once they are uploaded, and are shown with it", async () => {
    await open();
    await choose(file("guide.txt"));
    const progress = await screen.findByRole("progressbar", { name: "Uploading guide.txt" });
    await waitFor(() => expect(progress.getAttribute("aria-valuenow")).toBe("50"));
    fireEvent.change(await field(), { target: { value: "See this" } });
    expect(button("Send message").disabled).toBe(true);
    await finish(1);
    await waitFor(() => expect(button("Send message").disabled).toBe(false));
    fireEvent.click(button("Send message"));
    const shown = await screen.findByRole("link", { name: /guide\.pdf/ });
    expect(shown.getAttribute("href")).toBe("/f-1");
    expect(bodies("messages")).toMatchObject([
      { data: { content: "See this", attachments: ["file-guide.txt"] } },
    ]);
    expect(screen.queryByRole("button", { name: "Remove guide.txt" })).toBeNull();
  });

  it("may be pasted and dropped, and be all that is said", async () => {
    await open();
    fireEvent.paste(await field(), { clipboardData: { files: [file("pasted.png", "image/png")] } });
    await screen.findByRole("progressbar", { name: "Uploading pasted.png" });
    const dragged = { types: ["Files"], files: [file("dropped.csv", "text/csv")] };
    fireEvent.dragEnter(document.body, { dataTransfer: dragged });
    expect(await screen.findByText("Drop files here")).toBeTruthy();
    fireEvent.drop(document.body, { dataTransfer: dragged });
    expect(screen.queryByText("Drop files here")).toBeNull();
    await finish(2);
    await waitFor(() => expect(button("Send message").disabled).toBe(false));
    fireEvent.click(button("Send message"));
    await waitFor(() =>
      expect(bodies("messages")).toMatchObject([
        { data: { content: "", attachments: ["file-pasted.png", "file-dropped.csv"] } },
      ]),
    );
  });

  it("that are not taken say why, and nothing goes out before they are removed", async () => {
    await open();
    fireEvent.change(await field(), { target: { value: "See these" } });
    await choose(file("a.exe", "application/x-msdownload"), ...[1, 2, 3, 4].map((at) => file(`${at}.txt`)));
    expect((await screen.findByRole("alert")).textContent).toMatch(/^a\.exe is of a kind .* PNG, .*WAV\.$/);
    expect(currentToasts().at(-1)?.text).toBe("At most 4 files go along with one message.");
    await finish(3);
    expect(screen.queryByRole("button", { name: "Remove 4.txt" })).toBeNull();
    expect(button("Send message").disabled).toBe(true);
    fireEvent.keyDown(await field(), { key: "Enter" });
    expect(bodies("messages")).toEqual([]);
    fireEvent.click(button("Remove a.exe"));
    await waitFor(() => expect(button("Send message").disabled).toBe(false));
  });

  it("that did not come are tried again", async () => {
    sent = stubUploads(503);
    await open();
    await choose(file("guide.txt"));
    await finish(1);
    expect((await screen.findByRole("alert")).textContent).toBe("guide.txt could not be sent.");
    sent = stubUploads();
    fireEvent.click(button(/^Try again: guide\.txt/));
    await finish(1);
    await waitFor(() => expect(button("Send message").disabled).toBe(false));
  });

  it("go with a note, which keeps its own apart from the reply's", async () => {
    await open();
    await choose(file("for-mia.txt"));
    await finish(1);
    fireEvent.click(screen.getByRole("radio", { name: "Note" }));
    await screen.findByLabelText("Private note about Mia");
    expect(screen.queryByRole("button", { name: "Remove for-mia.txt" })).toBeNull();
    await choose(file("for-us.txt"));
    await finish(2);
    await waitFor(() => expect(button("Add note").disabled).toBe(false));
    fireEvent.click(button("Add note"));
    await screen.findByRole("link", { name: /guide\.pdf/ });
    expect(bodies("notes")).toMatchObject([{ data: { content: "", attachments: ["file-for-us.txt"] } }]);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Remove for-us.txt" })).toBeNull());
    fireEvent.click(screen.getByRole("radio", { name: "Reply" }));
    expect(await screen.findByRole("button", { name: "Remove for-mia.txt" })).toBeTruthy();
  });

  it("wait with a scheduled reply, and are shown with it", async () => {
    server.on("POST threads/thread-1/scheduled-replies", ({ body }) => {
      const { data } = body as { data: { content: string; sendAt: number } }; // the contract's
      const reply: ScheduledReply = {
        ...{ id: "later-1", threadId: "thread-1", author: me, held: null, createdAt: 1 },
        ...{ ...data, attachments: [saved] },
      };
      return { body: { data: reply } };
    });
    await open();
    expect(button("Send later").disabled).toBe(true);
    await choose(file("guide.txt"));
    await finish(1);
    await waitFor(() => expect(button("Send later").disabled).toBe(false));
    fireEvent.click(button("Send later"));
    const dialog = await screen.findByRole("dialog", { name: "Send later" });
    fireEvent.change(within(dialog).getByLabelText("At another time"), {
      target: { value: "2040-05-02T09:00" },
    });
    fireEvent.click(button("Send then"));
    const list = await screen.findByRole("list", { name: "Scheduled replies" });
    expect(await within(list).findByRole("link", { name: /guide\.pdf/ })).toBeTruthy();
    expect(bodies("scheduled-replies")).toMatchObject([
      { data: { content: "", attachments: ["file-guide.txt"] } },
    ]);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Remove guide.txt" })).toBeNull());
  });
});
