import type { Frame, Page } from "playwright";

/** A microphone of a page that hears what the test says into it, and nothing between. */
export interface FakeVoice {
  /** Says a sound of 16,000 samples a second, and waits until it was heard. */
  speak(sound: Float32Array): Promise<void>;
}

interface Booth {
  context: AudioContext;
  out: MediaStreamAudioDestinationNode;
}

/** Gives the documents of a page a microphone that is a real stream of sound, as the browser's own is. */
export async function fakeVoice(page: Page): Promise<FakeVoice> {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      await context.resume();
      const out = context.createMediaStreamDestination();
      Object.assign(window, { booth: { context, out } satisfies Booth });
      return out.stream;
    };
  });
  const findFrame = (): Frame =>
    page.frames().find((frame) => frame.url().includes("/embed/")) ?? page.mainFrame();
  return {
    async speak(sound) {
      await findFrame().waitForFunction(() => "booth" in window);
      await findFrame().evaluate(
        async (samples) => {
          const { context, out } = (window as unknown as { booth: Booth }).booth; // set above
          const buffer = context.createBuffer(1, samples.length, 16_000);
          buffer.getChannelData(0).set(samples);
          const source = context.createBufferSource();
          source.buffer = buffer;
          source.connect(out);
          source.start();
          await new Promise((end) => source.addEventListener("ended", end));
        },
        [...sound],
      );
    },
  };
}
