import { playTone } from "../../../../shared/frame/tone.ts";

/** What the inbox can sound like; `none` is silence. */
export const tones = ["chime", "low", "knock", "none"] as const;
export type Tone = (typeof tones)[number];

/** When each note begins, in seconds, how high it is, and how long it is heard. */
type Score = readonly { at: number; frequency: number; seconds: number }[];

const scores: Record<"low" | "knock", Score> = {
  low: [{ at: 0, frequency: 330, seconds: 0.5 }],
  knock: [0, 0.11, 0.22].map((at) => ({ at, frequency: 523, seconds: 0.09 })),
};

/** Plays one of them. */
export function playSound(context: AudioContext, tone: Tone): void {
  if (tone === "none") return;
  if (tone === "chime") return playTone(context);
  for (const note of scores[tone]) playNote(context, note);
}

function playNote(context: AudioContext, { at, frequency, seconds }: Score[number]): void {
  const begin = context.currentTime + at;
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(0.12, begin + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + seconds);
  const note = new OscillatorNode(context, { type: "triangle", frequency });
  note.connect(volume).connect(context.destination);
  note.start(begin);
  note.stop(begin + seconds);
}
