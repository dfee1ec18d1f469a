import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { configuration } from "../../tests/kit/surfaces/visitorServer.ts";
import { makeVisitorThread } from "../../tests/kit/samples.ts";
import { callWords } from "../../shared/words/call.ts";
import { partWords } from "../../shared/words/parts.ts";
import { laterWords } from "../../shared/words/later.ts";
import { offerCalls, type CallDesk } from "../session/calling.ts";
import { chat, createState } from "../session/state.ts";
import { call, endCall, forgetCall } from "./call.ts";
import { CallBar } from "./CallBar.tsx";

const track = Object.assign(new EventTarget(), { stop: vi.fn() });
const open = vi.fn<CallDesk["open"]>();
const avatarFrame = { type: "avatar", url: "https://tavus.daily.co/c0ffee?t=1" };
let getUserMedia: ReturnType<typeof vi.fn<() => Promise<unknown>>>;

beforeEach(() => {
  Object.assign(chat, createState());
  getUserMedia = vi.fn(async () => ({ getTracks: () => [track], getAudioTracks: () => [track] }));
  vi.stubGlobal("navigator", Object.assign(navigator, { mediaDevices: { getUserMedia } }));
  open.mockReset();
  understand("available");
  track.stop.mockReset();
  offerCalls(
    { open, showThread: vi.fn(), sendTyped: vi.fn(), began: vi.fn(), ended: vi.fn() },
    { state: vi.fn() },
  );
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ["the visitor does not allow the microphone", "NotAllowedError", laterWords.microphoneRefused],
  ["there is no microphone", "NotFoundError", laterWords.microphoneMissing],
  ["another program has the microphone", "NotReadableError", laterWords.microphoneBusy],
])("says so where %s", async (_, name, words) => {
  getUserMedia.mockRejectedValue(new DOMException("no", name));
  await expectEnd(words);
});

it("says so on a page that is not secure", async () => {
  Object.assign(navigator, { mediaDevices: undefined });
  await expectEnd(callWords.insecure);
});

it.each([
  ["the browser understands nobody on the device", undefined, callWords.noHearing],
  [
    "it does not understand this language",
    "unavailable",
    callWords.noLanguage.replace("{language}", "English"),
  ],
])("asks the server for no call where %s, and keeps no microphone", async (_, found, words) => {
  understand(found);
  await expectEnd(words);
  expect(open).not.toHaveBeenCalled();
  expect(track.stop.mock.calls.length).toBe(getUserMedia.mock.calls.length);
});

it("asks for no microphone where the browser understands nobody", async () => {
  understand(undefined);
  await expectEnd(callWords.noHearing);
  expect(getUserMedia).not.toHaveBeenCalled();
});

it.each([
  ["the browser has no speech", "either", undefined],
  ["the browser's does not know the language", "either", "unavailable"],
  ["the owner wants the server's", "server", "available"],
] as const)("calls by the server's speech where %s", async (_, callSpeech, found) => {
  understand(found);
  const close = vi.fn(async () => {});
  const addModule = vi.fn(async (_address: string) => {});
  vi.stubGlobal(
    "AudioContext",
    class {
      audioWorklet = { addModule };
      createMediaStreamSource = () => ({ connect: () => {}, disconnect: () => {} });
      resume = async () => {};
      close = close;
    },
  );
  vi.stubGlobal(
    "AudioWorkletNode",
    class {
      port = {};
    },
  );
  chat.configuration = { ...configuration, callSpeech };
  open.mockRejectedValue(new TypeError("Failed to fetch"));
  await expectEnd(callWords.failed);
  expect(addModule.mock.calls.flat()).toEqual([expect.stringContaining("soundWorklet")]);
  expect(open).toHaveBeenCalledWith({ language: chat.language, speech: "server" });
  expect(close).toHaveBeenCalled();
});

describe("a call that the owner wants recorded", () => {
  const recorded = (callSpeech: "either" | "browser") => {
    chat.configuration = {
      ...configuration,
      ...{ callSpeech, settings: { ...configuration.settings, recordsCalls: true } },
    };
    open.mockRejectedValue(new TypeError("Failed to fetch"));
    render(<CallBar isOn />);
  };

  it("asks before the microphone, and continues without a recording if the visitor declines", async () => {
    recorded("either");
    // Not one of the answers, which a key for something else would give.
    const question = await screen.findByRole("group", { name: callWords.askRecording });
    await vi.waitFor(() => expect(document.activeElement).toBe(question));
    expect(getUserMedia).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: callWords.declineRecording }));
    await vi.waitFor(() => expect(open).toHaveBeenCalledWith({ language: chat.language, speech: "browser" }));
  });

  it("does not start if the visitor ends it instead of answering", async () => {
    recorded("either");
    await screen.findByText(callWords.askRecording);
    fireEvent.click(screen.getByRole("button", { name: callWords.end }));
    endCall();
    await vi.waitFor(() => expect(screen.queryByText(callWords.askRecording)).toBeNull());
    expect(open).not.toHaveBeenCalled();
  });

  it("is neither recorded nor asked about if only the browser hears", async () => {
    recorded("browser");
    await vi.waitFor(() => expect(open).toHaveBeenCalledWith({ language: chat.language, speech: "browser" }));
  });
});

it("a call shows the avatar in a frame without microphone and camera", () => {
  Object.assign(call, { phase: "live", avatarUrl: "https://tavus.daily.co/c0ffee?t=1", startedAt: 1 });
  render(<CallBar isOn />);
  const frame = screen.getByTitle(callWords.avatar);
  expect([frame.getAttribute("src"), frame.getAttribute("allow")]).toEqual([
    "/avatar?url=https%3A%2F%2Ftavus.daily.co%2Fc0ffee%3Ft%3D1",
    "autoplay",
  ]);
  Object.assign(call, { phase: "ended" });
  forgetCall();
});

it.each([
  ["the browser, where no avatar is there", [], 1],
  ["the avatar alone, where the server tells of one", [avatarFrame], 0],
] as const)("is spoken by %s", async (_, before, spoken) => {
  const speak = vi.fn();
  const voice = { lang: "en", localService: true };
  vi.stubGlobal("speechSynthesis", { getVoices: () => [voice], speak, cancel: vi.fn() });
  vi.stubGlobal("SpeechSynthesisUtterance", class {});
  const sent = stubSocket();
  open.mockResolvedValue({ callId: "c1", ticket: "t", threadId: "thread-1", isRecorded: false });
  chat.configuration = { ...configuration, hasAvatar: true };
  render(<CallBar isOn />);
  const socket = await sent.opened;
  [...before, { type: "say", id: 1, text: "Hello" }].forEach((frame, at) =>
    socket.hear({ n: at + 1, ...frame }),
  );
  await vi.waitFor(() => expect(sent.texts.concat(speak.mock.calls.map(() => "spoken"))).not.toEqual([]));
  expect([speak.mock.calls.length, call.avatarUrl]).toEqual([spoken, before[0]?.url ?? ""]);
  endCall();
  forgetCall();
});

it("lets a microphone go that opens after the visitor hung up", async () => {
  const asked = Promise.withResolvers<unknown>();
  getUserMedia.mockReturnValue(asked.promise);
  const { rerender } = render(<CallBar isOn />);
  await vi.waitFor(() => expect(getUserMedia).toHaveBeenCalled());
  rerender(<CallBar isOn={false} />);
  asked.resolve({ getTracks: () => [track], getAudioTracks: () => [track] });
  await vi.waitFor(() => expect(track.stop).toHaveBeenCalled());
  expect(open).not.toHaveBeenCalled();
});

it("says so where the server gives no call, and hears nothing any more", async () => {
  const abort = understand("available");
  open.mockRejectedValue(new TypeError("Failed to fetch"));
  await expectEnd(callWords.failed);
  expect(abort).toHaveBeenCalled();
  expect(track.stop).toHaveBeenCalled();
});

it("asks how a call was where something was said in the conversation that is shown", () => {
  Object.assign(call, { phase: "ended", threadId: "thread-1", notice: "Call ended after 1:00." });
  chat.thread = makeVisitorThread({ id: "another" });
  const { rerender } = render(<CallBar isOn={false}>How was it?</CallBar>);
  expect(screen.queryByText("How was it?")).toBeNull();
  chat.thread = makeVisitorThread({ id: "thread-1" });
  rerender(<CallBar isOn={false}>How was it?</CallBar>);
  expect(screen.getByText(/How was it\?/)).toBeTruthy();
  forgetCall();
});

/** A socket that is ready at once; gives what is said over it, and what hears the server. */
function stubSocket() {
  const opened = Promise.withResolvers<{ hear(frame: object): void }>();
  const texts: string[] = [];
  vi.stubGlobal(
    "WebSocket",
    class {
      declare onmessage: (event: { data: string }) => void;
      send = (text: string) => void texts.push(text);
      close = vi.fn();
      constructor() {
        const hear = (frame: object) => this.onmessage({ data: JSON.stringify(frame) });
        queueMicrotask(() => {
          hear({ type: "ready", got: 0, callId: "c1" });
          opened.resolve({ hear });
        });
      }
    },
  );
  return { opened: opened.promise, texts };
}

async function expectEnd(words: string): Promise<void> {
  render(<CallBar isOn />);
  expect((await screen.findByText(words)).role).toBe("status");
  fireEvent.click(screen.getByRole("button", { name: partWords.close }));
  await vi.waitFor(() => expect(screen.queryByRole("region", { name: callWords.title })).toBeNull());
}

/** Gives the browser a recognition that finds this of a language; none at all without. */
function understand(found: string | undefined): () => void {
  const abort = vi.fn();
  class Recognition extends EventTarget {
    declare processLocally: boolean;
    static available = async () => found;
    start = vi.fn();
    abort = abort;
  }
  Object.assign(Recognition.prototype, { processLocally: false });
  vi.stubGlobal("SpeechRecognition", found && Recognition);
  return abort;
}
