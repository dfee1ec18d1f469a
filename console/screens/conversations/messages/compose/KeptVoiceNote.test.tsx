import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Thread } from "../../../../../shared/contract/conversations/conversations.ts";
import { currentToasts } from "../../../../../shared/ui/toasts.ts";
import { agentId, orgId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import { stubMicrophone } from "../../../../../tests/kit/browser/fakeMicrophone.ts";
import {
  closeInbox,
  openInbox,
  serveInbox,
} from "../../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeThread } from "../../../../../tests/kit/samples.ts";
import { stubUploads } from "../../../../../tests/kit/browser/stubUploads.ts";
import { clearFiles, filesOf } from "../../../../state/conversations/files/composedFiles.ts";
import {
  leaveWithoutSaving,
  navigate,
  navigation,
  saveAndLeave,
  stay,
} from "../../../../state/shell/navigation.ts";

await import("../overlayParts.ts");

const theirs = makeThread({ id: "thread-1", agentId, contact: makeContact({ id: "c1", name: "Mia" }) });
const files = filesOf({ orgId, agentId }, "reply:thread-1");
const inbox = `/accounts/${orgId}/cp/${agentId}/inbox/conversations`;
let now: Thread;
let server: ConsoleServer;
let microphone: ReturnType<typeof stubMicrophone>;

beforeEach(async () => {
  now = { ...theirs, handledBy: "human" };
  server = startConsoleServer();
  microphone = stubMicrophone();
  stubUploads();
  serveInbox(server, { thread: () => now, messages: [] });
  const target = { method: "PUT", url: "/there", fields: {} };
  server.on("POST attachments", { body: { data: { attachmentId: "file-1", ...target } } });
  await openInbox(server, "inbox/conversations/thread-1");
  fireEvent.click(await screen.findByRole("button", { name: "Record a voice note" }));
  await screen.findByText("Recording has begun.");
});
afterEach(async () => {
  stay();
  cleanup();
  await act(async () => {});
  clearFiles(files);
  closeInbox();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const names = () => files.shown.drafts.map(({ name }) => name);
const panel = () => screen.queryByRole("group", { name: "Voice note" });

/** A colleague resolves the conversation and gives it to the agent, which takes the field away, or takes it over. */
function hand(handledBy: Thread["handledBy"]): void {
  now = { ...now, handledBy, status: handledBy === "ai" ? "resolved" : "open" };
  act(() => server.tell({ type: "thread", thread: now }));
}
async function handBack(): Promise<void> {
  hand("ai");
  await waitFor(() => expect(panel()).toBeNull());
  await waitFor(() => expect(currentToasts().at(-1)?.text).toMatch(/voice note is (saved|kept)/));
}
function isAskedBeforeClosing(): boolean {
  return !dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

describe("a voice note that was neither added nor discarded", () => {
  it("asks before its conversation is left, and is among the files once it is saved", async () => {
    act(() => navigate(inbox));
    expect(navigation.leaving?.what).toMatch(/voice note is saved but not added/);
    expect(location.pathname).toBe(`${inbox}/thread-1`);
    await act(saveAndLeave);
    expect(location.pathname).toBe(inbox);
    expect(names()).toEqual(["Voice note.webm"]);
    expect(microphone.track.stop).toHaveBeenCalled();
  });

  it("is forgotten where it is discarded, and the conversation is left", async () => {
    fireEvent.click(screen.getByRole("button", { name: "Stop" }));
    await screen.findByRole("button", { name: "Add to reply" });
    act(() => navigate(inbox));
    await act(async () => leaveWithoutSaving());
    expect([location.pathname, names()]).toEqual([inbox, []]);
    act(() => navigate(`${inbox}/thread-1`));
    expect(navigation.leaving).toBeNull();
  });

  it("is among the files after a colleague resolved the conversation during the recording", async () => {
    await handBack();
    hand("human");
    await screen.findByRole("button", { name: "Remove Voice note.webm" });
    expect(microphone.track.stop).toHaveBeenCalled();
    expect(panel()).toBeNull();
  });

  it("waits for the field when the limit of files is reached", async () => {
    const others = [1, 2, 3, 4].map((at) => new File(["a"], `${at}.txt`, { type: "text/plain" }));
    fireEvent.paste(screen.getByLabelText("Reply to Mia"), { clipboardData: { files: others } });
    await screen.findByRole("button", { name: "Remove 4.txt" });
    await handBack();
    expect(currentToasts().at(-1)?.text).toMatch(/until you reload this tab/);
    expect(isAskedBeforeClosing()).toBe(true);
    hand("human");
    expect(await screen.findByRole("button", { name: "Add to reply" })).toBeTruthy();
    expect(names()).toHaveLength(4);
    fireEvent.click(screen.getByRole("button", { name: "Discard voice note" }));
    expect(isAskedBeforeClosing()).toBe(false);
  });

  it("is not led away from by the switch or by single keys, wherever the focus is", async () => {
    const modes = screen.getByRole<HTMLFieldSetElement>("group", { name: "What you write" });
    expect([modes.disabled, modes.title]).toEqual([true, "Add or discard your voice note first."]);
    fireEvent.keyDown(document.body, { key: "n" });
    expect(panel()).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Cancel recording" }));
    await waitFor(() => expect(modes.disabled).toBe(false));
    fireEvent.keyDown(document.body, { key: "n" });
    expect(await screen.findByLabelText("Private note about Mia")).toBeTruthy();
  });
});
