/** Says the agent's sentences one after the other. */
export interface Speaking {
  say(saying: { id: number; text: string }): void;
  pause(): void;
  goOn(): void;
  /** Forgets what waits, and falls silent. */
  drop(): void;
  stop(): void;
}

export interface SpeakingEars {
  /** How many characters of it were heard. */
  onHeard(id: number, characters: number): void;
  /** There is no voice: what is said can only be read. */
  onSilent(): void;
}

/** Voices come a moment after they are asked for. */
const voicesWithinMs = 1500;
/** A voice that says nothing in this time is none. */
const startsWithinMs = 5000;
/** As long as reading a character takes. */
const readingMs = 55;

/** Speaks with a voice of the browser's own, one on this device if possible; mute, it takes the time that speaking takes. */
export function speakInBrowser(language: string, ears: SpeakingEars, isMute = false): Speaking {
  const synthesis = isMute ? undefined : (window as Partial<Window>).speechSynthesis;
  let waiting: { id: number; text: string; from: number }[] = [];
  let utterance: SpeechSynthesisUtterance | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let voice: SpeechSynthesisVoice | null = null;
  let isSilent = !synthesis;
  let isPaused = false;
  let isStopped = false;
  const ready = findVoice();

  async function findVoice(): Promise<void> {
    if (isMute) return;
    if (!synthesis) return fallSilent();
    if (synthesis.getVoices().length === 0)
      await new Promise((goOn) => {
        synthesis.addEventListener?.("voiceschanged", goOn, { once: true });
        setTimeout(goOn, voicesWithinMs);
      });
    const base = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];
    const own = synthesis.getVoices().filter(({ lang }) => base(lang) === base(language));
    voice = own.find(({ localService }) => localService) ?? own[0] ?? null;
    if (!voice) fallSilent();
  }

  function fallSilent(): void {
    isSilent = true;
    if (!isStopped) ears.onSilent();
  }

  async function next(): Promise<void> {
    await ready;
    const [first] = waiting;
    if (!first || utterance || timer || isPaused || isStopped) return;
    if (isSilent || !synthesis) return read(first);
    const rest = first.text.slice(first.from);
    const made = new SpeechSynthesisUtterance(rest);
    const { from } = first;
    utterance = made;
    Object.assign(made, { lang: voice?.lang ?? language, voice });
    const isCurrent = () => made === utterance;
    const silence = setTimeout(() => {
      if (!isCurrent()) return;
      utterance = null;
      synthesis.cancel();
      fallSilent();
      void next();
    }, startsWithinMs);
    made.onstart = () => {
      clearTimeout(silence);
      if (isCurrent()) ears.onHeard(first.id, from);
    };
    made.onboundary = ({ charIndex }) => {
      if (!isCurrent()) return;
      first.from = from + charIndex;
      ears.onHeard(first.id, first.from);
    };
    made.onend = made.onerror = () => {
      clearTimeout(silence);
      if (isCurrent()) finish(first);
    };
    synthesis.speak(made);
  }

  /** Gives the time that reading takes, so that nobody is asked whether they are there meanwhile. */
  function read(first: (typeof waiting)[number]): void {
    ears.onHeard(first.id, 0);
    timer = setTimeout(() => finish(first), (first.text.length - first.from) * readingMs);
  }

  function finish(first: (typeof waiting)[number]): void {
    utterance = null;
    timer = undefined;
    waiting = waiting.filter((one) => one !== first);
    ears.onHeard(first.id, first.text.length);
    void next();
  }

  /** Pausing is not kept by every voice: it is begun again at the word where it was. */
  function silence(): void {
    utterance = null;
    clearTimeout(timer);
    timer = undefined;
    synthesis?.cancel();
  }

  return {
    say(saying) {
      waiting.push({ ...saying, from: 0 });
      void next();
    },
    pause() {
      isPaused = true;
      silence();
    },
    goOn() {
      isPaused = false;
      void next();
    },
    drop() {
      waiting = [];
      isPaused = false;
      silence();
    },
    stop() {
      isStopped = true;
      waiting = [];
      silence();
    },
  };
}
