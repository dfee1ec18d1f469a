import { proxy } from "valtio";
import { playTone } from "../../shared/frame/tone.ts";
import { keptForBrowser } from "./storage.ts";

const soundName = "inboxSound";
/** As long as two windows may be apart in hearing of the same. */
const agreeMs = 5000;

/** Whether this browser sounds for what comes in while nobody looks at it. Off until somebody turns it on. */
export const inboxSound = proxy({ isOn: keptForBrowser.read(soundName) === "on" });

let context: AudioContext | undefined;

/** Turns it on or off, for this browser; on, it is heard at once. */
export function switchSound(isOn: boolean): void {
  inboxSound.isOn = isOn;
  keptForBrowser.write(soundName, isOn ? "on" : "off");
  if (isOn) void play();
}

/** Sounds for something in one window of the browser, where it is turned on. */
export function ring(what: string): void {
  if (!inboxSound.isOn) return;
  if (!navigator.locks) return void play();
  void navigator.locks.request(`pilothouse ring ${what}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await play();
    await new Promise((resolve) => setTimeout(resolve, agreeMs));
  });
}

async function play(): Promise<void> {
  context ??= new AudioContext();
  await context.resume();
  playTone(context);
}
