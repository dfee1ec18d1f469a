import { vi } from "vitest";

/** A browser's recorder, whose recording is two bytes. */
class FakeRecorder extends EventTarget {
  static isTypeSupported = (type: string) => type.startsWith("audio/webm");
  static last: FakeRecorder | undefined;
  state = "inactive";
  mimeType = "audio/webm;codecs=opus";
  start(): void {
    this.state = "recording";
    FakeRecorder.last = this;
  }
  stop(): void {
    this.state = "inactive";
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: new Blob(["ab"]) }));
    this.dispatchEvent(new Event("stop"));
  }
}

class FakeContext {
  createAnalyser = () => ({ fftSize: 4, getByteTimeDomainData: (samples: Uint8Array) => samples.fill(160) });
  createMediaStreamSource = () => ({ connect: () => {} });
  close = async () => {};
}

/** Gives a browser a microphone, which the test may refuse. `vi.unstubAllGlobals` takes it away. */
export function stubMicrophone() {
  const track = { stop: vi.fn() };
  const getUserMedia = vi.fn<() => Promise<unknown>>(async () => ({ getTracks: () => [track] }));
  vi.stubGlobal("MediaRecorder", FakeRecorder);
  vi.stubGlobal("AudioContext", FakeContext);
  vi.stubGlobal("navigator", Object.assign(navigator, { mediaDevices: { getUserMedia } }));
  /** Its recording ends then, as browsers have it. */
  const unplug = () => FakeRecorder.last?.stop();
  return { track, getUserMedia, unplug };
}
