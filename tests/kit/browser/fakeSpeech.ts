import type { Page } from "playwright";

/** What a page's own speech has said and been told; the test is the visitor's mouth and ears. */
export interface FakeSpeech {
  /** The visitor makes a sound and says this. */
  say(text: string): Promise<void>;
  /** All that was begun to be spoken, in order. */
  spoken(): Promise<string[]>;
  /** The loudspeaker comes to the end of what it says, or this far. */
  finish(characters?: number): Promise<void>;
}

interface Spoken {
  text: string;
  onstart?: () => void;
  onboundary?: (event: { charIndex: number }) => void;
  onend?: () => void;
}

interface Stage {
  recognition: EventTarget | null;
  spoken: Spoken[];
  current: Spoken | null;
}

/** Gives the documents of a page a speech of their own, as Chrome has it on the device. */
export async function fakeSpeech(page: Page): Promise<FakeSpeech> {
  await page.addInitScript(() => {
    const stage: Stage = { recognition: null, spoken: [], current: null };
    class Recognition extends EventTarget {
      processLocally = false;
      static available = () => Promise.resolve("available");
      start(): void {
        if (!this.processLocally) throw new Error("The sound would leave this device.");
        stage.recognition = this;
      }
      abort(): void {
        stage.recognition = null;
        this.dispatchEvent(new Event("end"));
      }
    }
    Object.defineProperty(Recognition.prototype, "processLocally", { value: false, writable: true });
    const speechSynthesis = Object.assign(new EventTarget(), {
      getVoices: () => [{ lang: "en-US", localService: true, name: "Test" }],
      speak(utterance: Spoken) {
        stage.spoken.push(utterance);
        stage.current = utterance;
        setTimeout(() => utterance.onstart?.());
      },
      cancel: () => void (stage.current = null),
    });
    class Utterance {
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    }
    for (const [name, value] of Object.entries({
      SpeechRecognition: Recognition,
      SpeechSynthesisUtterance: Utterance,
      speechSynthesis,
      stage,
    }))
      Object.defineProperty(window, name, { value, configurable: true });
  });
  const inFrame = () => page.frames().find((frame) => frame.url().includes("/embed/")) ?? page.mainFrame();
  const say = async (text: string) => {
    await inFrame().waitForFunction(() => (window as unknown as { stage: Stage }).stage.recognition !== null);
    await inFrame().evaluate((said) => {
      const { recognition } = (window as unknown as { stage: Stage }).stage;
      const tell = (type: string, detail: object = {}) =>
        recognition?.dispatchEvent(Object.assign(new Event(type), detail));
      tell("speechstart");
      const results = [Object.assign([{ transcript: said }], { isFinal: true })];
      tell("result", { resultIndex: 0, results });
      tell("speechend");
      // As browsers do after a sentence.
      tell("end");
    }, text);
  };
  return {
    say,
    spoken: () =>
      inFrame().evaluate(() => (window as unknown as { stage: Stage }).stage.spoken.map(({ text }) => text)),
    finish: (characters) =>
      inFrame().evaluate((charIndex) => {
        const { stage } = window as unknown as { stage: Stage };
        const { current } = stage;
        if (charIndex !== undefined) return current?.onboundary?.({ charIndex });
        stage.current = null;
        current?.onend?.();
      }, characters),
  };
}
