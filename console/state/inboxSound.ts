import { proxy } from "valtio";
import { playTone } from "../../shared/frame/tone.ts";
import { keptForBrowser } from "./storage.ts";

const soundName = "inboxSound";

/** Whether this browser sounds for what comes in while nobody looks at it. Off until somebody turns it on. */
export const inboxSound = proxy({ isOn: keptForBrowser.read(soundName) === "on" });

/** A browser keeps a page silent until somebody presses something there: what came longer before that stays silent. */
const longestWaitMs = 1000;

let context: AudioContext | undefined;
let newest = 0;

/** Turns it on or off, for this browser; on, it is heard at once. */
export function switchSound(isOn: boolean): void {
  inboxSound.isOn = isOn;
  keptForBrowser.write(soundName, isOn ? "on" : "off");
  if (isOn) void play();
}

/** Sounds for something, where it is turned on. */
export async function ring(): Promise<void> {
  if (inboxSound.isOn) await play();
}

async function play(): Promise<void> {
  const number = (newest += 1);
  context ??= new AudioContext();
  const isReady = await Promise.race([
    context.resume().then(() => true),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), longestWaitMs)),
  ]);
  // Of those that waited together the last one sounds.
  if (isReady && number === newest) playTone(context);
}
