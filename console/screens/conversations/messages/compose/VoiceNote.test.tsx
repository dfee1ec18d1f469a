import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Thread } from "../../../../../shared/contract/conversations/conversations.ts";
import { agentId, orgId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import { stubMicrophone } from "../../../../../tests/kit/browser/fakeMicrophone.ts";
import {
  closeInbox,
  openInbox,
  serveInbox,
} from "../../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { session } from "../../../../../tests/kit/console/openConsole.tsx";
import { makeContact, makeMessage, makeThread } from "../../../../../tests/kit/samples.ts";
import { stubUploads } from "../../../../../tests/kit/browser/stubUploads.ts";
import { currentToasts } from "../../../../../shared/ui/toasts.ts";
import { authentication } from "../../../../state/accounts/authentication.ts";
import { clearFiles, filesOf } from "../../../../state/conversations/files/composedFiles.ts";

await import("../overlayParts.ts");

const me = { id: session.user._id, name: "Ada" };
const thread: Thread = makeThread({
  ...{ id: "thread-1", agentId, contact: makeContact({ id: "c1", name: "Mia" }) },
  ...{ handledBy: "human" as const, assignee: me },
});
const spoken = {
  ...{ id: "f-1", name: "Voice note.webm", contentType: "audio/webm", sizeBytes: 2, url: "/f-1" },
};

let server: ConsoleServer;
let sent: ReturnType<typeof stubUploads>;
let microphone: ReturnType<typeof stubMicrophone>;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server = startConsoleServer();
  sent = stubUploads();
  microphone = stubMicrophone();
  Object.assign(authentication, { user: session.user });
  serveInbox(server, { thread: () => thread, messages: [] });
  server.on("GET threads/thread-1/scheduled-replies", { body: { data: [] } });
  server.on("POST threads/thread-1/looking", { body: null });
  const target = { method: "PUT", url: "/there", fields: {} };
  server.on("POST attachments", { body: { data: { attachmentId: "file-1", ...target } } });
  for (const path of ["messages", "notes"]) {
    server.on(`POST threads/thread-1/${path}`, ({ body }) => {
      const { data } = body as { data: { clientId: string; content: string } }; // the contract's
      const said = { ...{ id: `m-${path}`, threadId: "thread-1", position: 5, author: me }, ...data };
      const audience = path === "notes" ? ({ audience: "team" } as const) : {};
      return {
        body: { data: makeMessage({ ...said, ...audience, role: "support", attachments: [spoken] }) },
      };
    });
  }
});
afterEach(async () => {
  vi.useRealTimers();
  // What is undecided goes among the files first.
  cleanup();
  await act(async () => {});
  closeInbox();
  for (const kind of ["reply", "note"]) clearFiles(filesOf({ orgId, agentId }, `${kind}:thread-1`));
  Object.assign(authentication, { user: null });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const panel = () => screen.queryByRole("group", { name: "Voice note" });
const said = () => screen.getAllByRole("status").map(({ textContent }) => textContent);

async function press(): Promise<void> {
  await openInbox(server, "inbox/conversations/thread-1");
  fireEvent.click(await screen.findByRole("button", { name: "Record a voice note" }));
  await screen.findByRole("group", { name: "Voice note" });
}
const begun = () => screen.findByRole("button", { name: "Stop" });
async function finishUpload(): Promise<void> {
  await waitFor(() => expect(sent).toHaveLength(1));
  act(() => sent.forEach((one) => one.finish()));
}

describe("a voice note by the team", () => {
  it("is recorded, heard again, added, and sent with the reply", async () => {
    await press();
    const stop = await begun();
    await waitFor(() => expect(document.activeElement).toBe(stop));
    expect(said()).toContain("Recording has begun.");
    await act(() => vi.advanceTimersByTimeAsync(2500));
    expect(screen.getByRole("timer").textContent).toBe("0:02");
    fireEvent.change(screen.getByLabelText("Reply to Mia"), { target: { value: "Listen" } });
    expect(button("Send message").disabled).toBe(true);
    fireEvent.click(button("Stop"));
    const heard = await screen.findByLabelText<HTMLAudioElement>("Your voice note");
    expect([heard.tagName, heard.controls, heard.src.startsWith("blob:")]).toEqual(["AUDIO", true, true]);
    expect(microphone.track.stop).toHaveBeenCalled();
    expect(said()).toContain("Recording has ended. Listen to it, add it or discard it.");
    expect(button("Send message").disabled).toBe(true);
    expect(document.activeElement).toBe(button("Add to reply"));
    expect(sent).toEqual([]);
    fireEvent.click(button("Add to reply"));
    expect(panel()).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText("Reply to Mia"));
    await finishUpload();
    expect(server.sent("POST attachments")).toMatchObject([
      { data: { name: "Voice note.webm", contentType: "audio/webm", sizeBytes: 2 } },
    ]);
    await waitFor(() => expect(button("Send message").disabled).toBe(false));
    fireEvent.click(button("Send message"));
    const player = await screen.findByLabelText<HTMLAudioElement>("Voice note.webm");
    expect([player.tagName, player.controls, player.getAttribute("src")]).toEqual(["AUDIO", true, "/f-1"]);
    expect(server.sent("POST threads/thread-1/messages")).toMatchObject([
      { data: { content: "Listen", attachments: ["file-1"] } },
    ]);
  });

  it("goes with a note of the team, too", async () => {
    await openInbox(server, "inbox/conversations/thread-1");
    fireEvent.click(await screen.findByRole("radio", { name: "Note" }));
    await screen.findByLabelText("Private note about Mia");
    fireEvent.click(button("Record a voice note"));
    fireEvent.click(await begun());
    fireEvent.click(await screen.findByRole("button", { name: "Add to note" }));
    await finishUpload();
    await waitFor(() => expect(button("Add note").disabled).toBe(false));
    fireEvent.click(button("Add note"));
    await screen.findByLabelText("Voice note.webm");
    expect(server.sent("POST threads/thread-1/notes")).toMatchObject([
      { data: { content: "", attachments: ["file-1"] } },
    ]);
  });

  it.each(["the button", "Escape"])("is canceled by %s, and the microphone is let go", async (way) => {
    await press();
    const stop = await begun();
    if (way === "Escape") fireEvent.keyDown(stop, { key: "Escape" });
    else fireEvent.click(button("Cancel recording"));
    expect(panel()).toBeNull();
    expect(microphone.track.stop).toHaveBeenCalled();
    expect(said()).toContain("Recording canceled.");
    expect(document.activeElement).toBe(button("Record a voice note"));
    expect(button("Send message").disabled).toBe(true);
    expect(server.sent("POST attachments")).toEqual([]);
  });

  it("is discarded after it was heard, and not by a single key that does something elsewhere", async () => {
    await press();
    fireEvent.click(await begun());
    const add = await screen.findByRole("button", { name: "Add to reply" });
    fireEvent.keyDown(add, { key: "n" });
    fireEvent.keyDown(add, { key: "Escape" });
    expect(screen.queryByLabelText("Private note about Mia")).toBeNull();
    expect(panel()).toBeTruthy();
    fireEvent.click(button("Discard voice note"));
    expect(panel()).toBeNull();
    expect(said()).toContain("Voice note discarded.");
    expect(server.sent("POST attachments")).toEqual([]);
  });

  it("ends by itself after five minutes", async () => {
    await press();
    await begun();
    await act(() => vi.advanceTimersByTimeAsync(301_000));
    await screen.findByLabelText("Your voice note");
    expect(said().join(" ")).toContain("maximum length");
  });

  it("stays when the limit of files is reached, with a notice", async () => {
    await press();
    fireEvent.click(await begun());
    const files = [1, 2, 3, 4].map((at) => new File(["a"], `${at}.txt`, { type: "text/plain" }));
    fireEvent.paste(screen.getByLabelText("Reply to Mia"), { clipboardData: { files } });
    await screen.findByRole("button", { name: "Remove 4.txt" });
    fireEvent.click(await screen.findByRole("button", { name: "Add to reply" }));
    expect(currentToasts().at(-1)?.text).toBe("At most 4 files go along with one message.");
    fireEvent.click(button("Discard voice note"));
  });

  it.each([
    ["it is not allowed", "NotAllowedError", /not allowed here/],
    ["there is no microphone", "NotFoundError", /No microphone was found/],
    ["another program has it", "NotReadableError", /Another program/],
  ])("says so where %s", async (_, name, words) => {
    microphone.getUserMedia.mockRejectedValue(new DOMException("no", name));
    await press();
    expect((await screen.findByText(words)).getAttribute("role")).toBe("alert");
    fireEvent.click(button("Close"));
    expect(panel()).toBeNull();
  });

  it.each([
    ["the page is not secure", { mediaDevices: undefined }, /secure page/],
    ["the browser can't record", {}, /can't record/],
  ])("says so where %s", async (_, given, words) => {
    Object.assign(navigator, given);
    vi.stubGlobal("MediaRecorder", undefined);
    await press();
    expect(within(await screen.findByRole("group", { name: "Voice note" })).getByText(words)).toBeTruthy();
  });

  it("lets go of a microphone that the browser can't record from", async () => {
    const Broken = class {
      static isTypeSupported = () => false;
      constructor() {
        throw new DOMException("no", "NotSupportedError");
      }
    };
    vi.stubGlobal("MediaRecorder", Broken);
    await press();
    await screen.findByText(/can't record/);
    expect(microphone.track.stop).toHaveBeenCalled();
  });

  it("continues without the level meter if that isn't available", async () => {
    const Silent = class {
      constructor() {
        throw new DOMException("no", "NotSupportedError");
      }
    };
    vi.stubGlobal("AudioContext", Silent);
    await press();
    fireEvent.click(await begun());
    await screen.findByRole("button", { name: "Add to reply" });
    expect(microphone.track.stop).toHaveBeenCalled();
  });

  it("lets go of a microphone whose recording does not begin", async () => {
    vi.spyOn(MediaRecorder.prototype, "start").mockImplementation(() => {
      throw new DOMException("no", "NotSupportedError");
    });
    await press();
    await screen.findByText(/can't record/);
    expect(microphone.track.stop).toHaveBeenCalled();
  });

  it("holds nothing back where there is no microphone, and is tried again by the button", async () => {
    microphone.getUserMedia.mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
    await press();
    await screen.findByText(/not allowed here/);
    fireEvent.change(screen.getByLabelText("Reply to Mia"), { target: { value: "In writing" } });
    expect(button("Send message").disabled).toBe(false);
    fireEvent.click(button("Record a voice note"));
    expect(button("Send message").disabled).toBe(true);
    await begun();
    expect(screen.queryByText(/not allowed here/)).toBeNull();
  });

  it("leaves the focus to who writes already when the microphone comes, and when the recording is full", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    microphone.getUserMedia.mockReturnValueOnce(promise);
    await press();
    const field = screen.getByLabelText("Reply to Mia");
    field.focus();
    resolve({ getTracks: () => [microphone.track] });
    await screen.findByText("Recording has begun.");
    expect(document.activeElement).toBe(field);
    await act(() => vi.advanceTimersByTimeAsync(301_000));
    await screen.findByLabelText("Your voice note");
    expect(document.activeElement).toBe(field);
  });

  it("ends where its microphone is unplugged, and stays", async () => {
    await press();
    await begun();
    await act(() => vi.advanceTimersByTimeAsync(2000));
    act(microphone.unplug);
    await screen.findByLabelText("Your voice note");
    expect(said().join(" ")).toContain("the microphone was disconnected");
    expect(microphone.track.stop).toHaveBeenCalled();
  });

  it("is canceled while its end is written, and nothing else is told", async () => {
    await press();
    const stop = await begun();
    fireEvent.click(stop);
    fireEvent.click(button("Cancel recording"));
    await act(async () => {});
    expect(said()).toContain("Recording canceled.");
    expect(said().join(" ")).not.toContain("has ended");
  });
});
