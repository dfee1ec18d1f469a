import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { callWords } from "../../shared/words/call.ts";
import { partWords } from "../../shared/words/parts.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { offerCalls, type CallDesk } from "../session/calling.ts";
import { chat, createState } from "../session/state.ts";
import { CallBar } from "./CallBar.tsx";

const track = Object.assign(new EventTarget(), { stop: vi.fn() });
const open = vi.fn<CallDesk["open"]>();
let getUserMedia: ReturnType<typeof vi.fn<() => Promise<unknown>>>;

beforeEach(() => {
  Object.assign(chat, createState());
  getUserMedia = vi.fn(async () => ({ getTracks: () => [track], getAudioTracks: () => [track] }));
  vi.stubGlobal("navigator", Object.assign(navigator, { mediaDevices: { getUserMedia } }));
  open.mockReset();
  track.stop.mockReset();
  offerCalls({ open, showThread: vi.fn(), began: vi.fn(), ended: vi.fn() }, { state: vi.fn() });
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ["the visitor does not allow the microphone", "NotAllowedError", widgetWords.microphoneRefused],
  ["there is no microphone", "NotFoundError", widgetWords.microphoneMissing],
  ["another program has the microphone", "NotReadableError", widgetWords.microphoneBusy],
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
])("asks the server for no call where %s, and lets the microphone go", async (_, found, words) => {
  understand(found);
  await expectEnd(words);
  expect(open).not.toHaveBeenCalled();
  expect(track.stop).toHaveBeenCalled();
});

it("says so where the server gives no call, and hears nothing any more", async () => {
  const abort = understand("available");
  open.mockRejectedValue(new TypeError("Failed to fetch"));
  await expectEnd(callWords.failed);
  expect(abort).toHaveBeenCalled();
  expect(track.stop).toHaveBeenCalled();
});

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
