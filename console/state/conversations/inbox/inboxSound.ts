import { proxy } from "valtio";
import { keptForBrowser } from "../../platform/storage.ts";
import { playSound, tones } from "./tones.ts";
import type { Tone } from "./tones.ts";

const soundName = "inboxSound";
const choicesName = "inboxSounds";

/** What a sound tells of: somebody waits for a person, something is new in the user's own, a note names them. */
export const soundKinds = ["waiting", "mine", "mention"] as const;
export type SoundKind = (typeof soundKinds)[number];
type Choices = Record<SoundKind, Tone>;

/** Whether this browser sounds for what comes in while nobody looks at it, and how. Off until somebody turns it on. */
export const inboxSound = proxy({ isOn: keptForBrowser.read(soundName) === "on", choices: readChoices() });

/** A browser keeps a page silent until somebody presses something there: what came longer before that stays silent. */
const longestWaitMs = 1000;

let context: AudioContext | undefined;
let newest = 0;

// What is chosen in one window holds in those that are open beside it, too.
window.addEventListener("storage", () => {
  Object.assign(inboxSound, { isOn: keptForBrowser.read(soundName) === "on", choices: readChoices() });
});

/** Turns it on or off, for this browser; on, it is heard immediately. */
export function switchSound(isOn: boolean): void {
  inboxSound.isOn = isOn;
  keptForBrowser.write(soundName, isOn ? "on" : "off");
  if (isOn) void preview("mine");
}

/** Chooses how something sounds, for this browser. */
export function chooseSound(kind: SoundKind, tone: Tone): void {
  inboxSound.choices[kind] = tone;
  keptForBrowser.write(choicesName, JSON.stringify(inboxSound.choices));
}

/** Whether this browser sounds for something. */
export function sounds(kind: SoundKind): boolean {
  return inboxSound.isOn && inboxSound.choices[kind] !== "none";
}

/** Sounds for something, where it is turned on. */
export async function ring(kind: SoundKind): Promise<void> {
  if (inboxSound.isOn) await play(inboxSound.choices[kind]);
}

/** Lets somebody hear what they chose. */
export async function preview(kind: SoundKind): Promise<void> {
  await play(inboxSound.choices[kind]);
}

async function play(tone: Tone): Promise<void> {
  if (tone === "none") return;
  const number = (newest += 1);
  context ??= new AudioContext();
  const isReady = await Promise.race([
    context.resume().then(() => true),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), longestWaitMs)),
  ]);
  // Of those that waited together the last one sounds.
  if (isReady && number === newest) playSound(context, tone);
}

/** What nobody chose, or what is kept no longer as we write it, sounds as it did before there was a choice. */
function readChoices(): Choices {
  const choices: Choices = { waiting: "chime", mine: "chime", mention: "chime" };
  try {
    const kept = JSON.parse(keptForBrowser.read(choicesName) ?? "{}") as Partial<Record<SoundKind, unknown>>; // anybody's
    for (const kind of soundKinds) choices[kind] = tones.find((tone) => tone === kept[kind]) ?? "chime";
  } catch {
    // Nothing of it can be read.
  }
  return choices;
}
