import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeActions, type FakeActions } from "../../tests/kit/surfaces/chatActions.ts";
import { stubMicrophone } from "../../tests/kit/browser/fakeMicrophone.ts";
import { configuration } from "../../tests/kit/surfaces/visitorServer.ts";
import type { FileDraft } from "../../shared/domain/attachments.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { laterWords } from "../../shared/words/later.ts";
import { chat, createState } from "../session/state.ts";
import { ChatApp } from "./ChatApp.tsx";

await import("./afterFirst.ts");
await import("../voice/Recorder.tsx");

const voice = { types: ["audio/webm"], maxBytes: 5_000_000, maxCount: 4 };
let track: ReturnType<typeof stubMicrophone>["track"];
let getUserMedia: ReturnType<typeof stubMicrophone>["getUserMedia"];
let unplug: ReturnType<typeof stubMicrophone>["unplug"];
let actions: FakeActions;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  actions = makeActions();
  ({ track, getUserMedia, unplug } = stubMicrophone());
  Object.assign(chat, createState(), { configuration: { ...configuration, voice } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function begin(): Promise<void> {
  render(<ChatApp actions={actions} />);
  fireEvent.click(await screen.findByRole("button", { name: widgetWords.speak }));
  await screen.findByRole("group", { name: laterWords.voiceMessage });
}
const row = () => screen.getByRole("group", { name: laterWords.voiceMessage });
const inRow = (name: string) => within(row()).getByRole<HTMLButtonElement>("button", { name });
const begun = () => vi.waitFor(() => expect(inRow("Send message").disabled).toBe(false));

describe("a voice message", () => {
  it("is recorded, told how long by now, and sent once it has come to the server", async () => {
    await begin();
    await begun();
    expect(document.activeElement).toBe(inRow("Send message"));
    await act(() => vi.advanceTimersByTimeAsync(2500));
    expect(screen.getByRole("timer").textContent).toBe("0:02");
    expect(screen.getByText(laterWords.recording)).toBeTruthy();
    fireEvent.click(inRow("Send message"));
    await vi.waitFor(() => expect(actions.attach).toHaveBeenCalled());
    const [file] = actions.attach.mock.calls[0]?.[0] ?? [];
    expect([file?.name, file?.type, file?.size]).toEqual(["Voice message.webm", "audio/webm", 2]);
    expect(track.stop).toHaveBeenCalled();
    const draft: FileDraft = {
      ...{ id: "d", name: "Voice message.webm", contentType: "audio/webm", sizeBytes: 2 },
      ...{ delivery: "sending", progress: 0, error: null, attachmentId: null },
    };
    chat.drafts = [draft];
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(actions.send).not.toHaveBeenCalled();
    chat.drafts = [{ ...draft, delivery: "ready", attachmentId: "a" }];
    await vi.waitFor(() => expect(actions.send).toHaveBeenCalledExactlyOnceWith(""));
    expect(screen.queryByRole("group", { name: laterWords.voiceMessage })).toBeNull();
  });

  it.each(["the button", "Escape"])("is given up by %s, and the microphone is let go", async (way) => {
    await begin();
    await begun();
    if (way === "Escape") fireEvent.keyDown(inRow("Send message"), { key: "Escape" });
    else fireEvent.click(inRow("Cancel"));
    expect(track.stop).toHaveBeenCalled();
    expect(screen.queryByRole("group", { name: laterWords.voiceMessage })).toBeNull();
    expect(actions.attach).not.toHaveBeenCalled();
    expect(actions.close).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: widgetWords.speak }));
  });

  it("is not sent where it is given up while its end is written", async () => {
    await begin();
    await begun();
    fireEvent.click(inRow("Send message"));
    fireEvent.click(inRow("Cancel"));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(actions.attach).not.toHaveBeenCalled();
  });

  it("ends by itself after two minutes and waits to be sent", async () => {
    await begin();
    await begun();
    await act(() => vi.advanceTimersByTimeAsync(121_000));
    expect(screen.getByRole("timer").textContent).toBe("2:00");
    expect(screen.getByText(laterWords.recordingFull)).toBeTruthy();
    expect(track.stop).toHaveBeenCalled();
    fireEvent.click(inRow("Send message"));
    await vi.waitFor(() => expect(actions.attach).toHaveBeenCalled());
  });

  it("leaves the focus to a visitor who writes when the microphone comes", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    getUserMedia.mockReturnValueOnce(promise);
    await begin();
    screen.getByRole("textbox").focus();
    resolve({ getTracks: () => [track] });
    await begun();
    expect(document.activeElement).toBe(screen.getByRole("textbox"));
  });

  it("stops where its microphone is unplugged, and can be sent", async () => {
    await begin();
    await begun();
    await act(() => vi.advanceTimersByTimeAsync(2500));
    act(() => unplug());
    await screen.findByText(widgetWords.stopped);
    await act(() => vi.advanceTimersByTimeAsync(2500));
    expect(screen.getByRole("timer").textContent).toBe("0:02");
    fireEvent.click(inRow("Send message"));
    await vi.waitFor(() => expect(actions.attach).toHaveBeenCalled());
  });

  it.each([
    ["the visitor does not allow it", "NotAllowedError", laterWords.microphoneRefused],
    ["there is no microphone", "NotFoundError", laterWords.microphoneMissing],
    ["another program has the microphone", "NotReadableError", laterWords.microphoneBusy],
  ])("says so where %s", async (_, name, words) => {
    getUserMedia.mockRejectedValue(new DOMException("no", name));
    await begin();
    expect((await within(row()).findByRole("alert")).textContent).toBe(words);
  });

  it("says so on a page that is not secure", async () => {
    Object.assign(navigator, { mediaDevices: undefined });
    await begin();
    expect((await within(row()).findByRole("alert")).textContent).toBe(laterWords.microphoneInsecure);
  });

  it("says so where the browser can't record", async () => {
    vi.stubGlobal("MediaRecorder", undefined);
    await begin();
    expect((await within(row()).findByRole("alert")).textContent).toBe(laterWords.microphoneUnsupported);
  });

  it.each([
    ["nobody writes it down", { voice: null }],
    ["the owner offers it not", { voice, settings: { ...configuration.settings, hasVoice: false } }],
  ])("is not offered where %s", async (_, given) => {
    Object.assign(chat, { configuration: { ...configuration, ...given } });
    render(<ChatApp actions={actions} />);
    await screen.findByRole("textbox");
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.queryByRole("button", { name: widgetWords.speak })).toBeNull();
  });
});
