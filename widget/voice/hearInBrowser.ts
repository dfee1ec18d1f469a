import type { CallWords } from "../../shared/words/call.ts";

/** The recognition of the browser's own, as far as it is used; TypeScript does not know it yet. */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  start(track?: MediaStreamTrack): void;
  abort(): void;
}
interface RecognitionKind {
  new (): Recognition;
  prototype: Recognition;
  available?(asked: { langs: readonly string[]; processLocally: true }): Promise<string>;
  install?(asked: { langs: readonly string[]; processLocally: true }): Promise<boolean>;
}
/** One that works on the device. */
type LocalRecognition = Required<RecognitionKind> & RecognitionKind;
interface ResultEvent extends Event {
  resultIndex: number;
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
}

/** Hears what the visitor says. */
export interface Hearing {
  setMuted(isMuted: boolean): void;
  stop(): void;
}

export interface HearingEars {
  onVoice(isOn: boolean): void;
  onWords(words: { part: number; text: string; isFinal: boolean }): void;
  /** Stops listening. */
  onFault(why: keyof CallWords): void;
}

/** Why the browser can't understand anybody, by the word that says so. */
export class CannotHear extends Error {
  readonly why: "noHearing" | "noLanguage";

  constructor(why: "noHearing" | "noLanguage") {
    super(why);
    this.why = why;
  }
}

/** Gives the browser's recognition, if it understands speech on this device. Throws CannotHear. */
export function findRecognition(): LocalRecognition {
  const Kind = (window as { SpeechRecognition?: RecognitionKind }).SpeechRecognition;
  if (!Kind?.available || !("processLocally" in Kind.prototype)) throw new CannotHear("noHearing");
  return Kind as LocalRecognition; // one that works on the device installs, too
}

/**
 * Begins to understand speech in the browser itself, on this device: no sound leaves it, because a browser that would ask
 * its maker's servers is not asked at all. Throws CannotHear.
 */
export async function hearInBrowser(
  Kind: LocalRecognition,
  { language, track, onPreparing }: { language: string; track: MediaStreamTrack; onPreparing(): void },
  ears: HearingEars,
): Promise<Hearing> {
  const asked = { langs: [language], processLocally: true } as const;
  const state = await Kind.available(asked).catch(() => "unavailable");
  if (state === "downloadable" || state === "downloading") {
    onPreparing();
    if (!(await Kind.install(asked).catch(() => false))) throw new CannotHear("noLanguage");
  } else if (state !== "available") throw new CannotHear("noLanguage");

  let recognition: Recognition | undefined;
  let isStopped = false;
  let isMuted = false;
  let isVoice = false;
  let nextPart = 0;
  let failures = 0;

  function setVoice(isOn: boolean): void {
    if (isVoice === isOn) return;
    isVoice = isOn;
    ears.onVoice(isOn);
  }

  function listen(): void {
    if (isStopped || isMuted) return;
    const made = new Kind();
    const first = nextPart;
    recognition = made;
    Object.assign(made, { lang: language, continuous: true, interimResults: true, processLocally: true });
    made.addEventListener("speechstart", () => setVoice(true));
    made.addEventListener("speechend", () => setVoice(false));
    made.addEventListener("result", (event) => {
      const { results, resultIndex } = event as ResultEvent; // of this event
      failures = 0;
      for (let at = resultIndex; at < results.length; at += 1) {
        const result = results[at];
        const part = first + at;
        nextPart = Math.max(nextPart, part + 1);
        ears.onWords({ part, text: result?.[0]?.transcript ?? "", isFinal: result?.isFinal ?? false });
      }
    });
    made.addEventListener("error", (event) => {
      const { error } = event as Event & { error: string }; // of this event
      if (error === "language-not-supported") fail("noLanguage");
      else if (error === "audio-capture") fail("microphoneLost");
      else if (/not-allowed/.test(error)) fail("noHearing");
      else if (error !== "no-speech" && error !== "aborted") failures += 1;
      if (failures > 3) fail("failed");
    });
    // Browsers end it after a while, or after each sentence.
    made.addEventListener("end", () => {
      setVoice(false);
      if (made === recognition) listen();
    });
    made.start(track);
  }

  function fail(why: keyof CallWords): void {
    if (isStopped) return;
    stop();
    ears.onFault(why);
  }

  function stop(): void {
    isStopped = true;
    recognition?.abort();
  }

  listen();
  return {
    setMuted(muted) {
      isMuted = muted;
      if (!muted) return listen();
      const before = recognition;
      recognition = undefined;
      before?.abort();
    },
    stop,
  };
}
