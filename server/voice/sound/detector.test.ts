import { expect, it } from "vitest";
import { soundFrameMs } from "../../../shared/domain/callSound.ts";
import {
  cutSound,
  joinSounds,
  makeBabble,
  makePinkNoise,
  makeSilence,
  makeSpeech,
  makeTyping,
} from "../../../tests/kit/voice/sounds.ts";
import { createDetector } from "./detector.ts";

/** What is detected in a sound, and after how many milliseconds. */
function detect(sound: Float32Array): [what: string, ms: number][] {
  const detector = createDetector();
  return cutSound(sound).flatMap((frame, index): [string, number][] => {
    const found = detector.take(frame);
    return found === null ? [] : [[found, (index + 1) * soundFrameMs]];
  });
}

it.each([
  ["silence", makeSilence(60_000)],
  ["pink noise", makePinkNoise(60_000)],
  ["pink noise that begins in silence", joinSounds(makeSilence(3000), makePinkNoise(57_000))],
  ["keys that are struck", makeTyping(60_000)],
  ["a room of people who speak", makeBabble(60_000)],
  ["a word of a tenth of a second", joinSounds(makeSilence(2000), makeSpeech(100), makeSilence(2000))],
])("hears nobody in a minute of %s", (_, sound) => {
  expect(detect(sound)).toEqual([]);
});

it.each([
  ["a low voice", makeSpeech(1500, { pitch: 95 })],
  ["a high voice", makeSpeech(1500, { pitch: 260 })],
  ["a low voice that is faint", makeSpeech(1500, { pitch: 110, loudness: 0.05 })],
])("hears %s begin within 400 ms, and end 400 ms after its last sound", (_, voice) => {
  const found = detect(joinSounds(makeSilence(1000), voice, makeSilence(1500)));
  expect(found.map(([what]) => what)).toEqual(["begins", "ends"]);
  const [[, begins] = ["", 0], [, ends] = ["", 0]] = found;
  expect(begins).toBeGreaterThan(1000);
  expect(begins).toBeLessThanOrEqual(1440);
  expect(ends).toBeGreaterThanOrEqual(2800);
  expect(ends).toBeLessThanOrEqual(2940);
});

it.each([
  ["pink noise", makePinkNoise(5000, 0.02)],
  ["a room of people who speak", makeBabble(5000, 0.02)],
])("hears a voice above %s, and its end", (_, noise) => {
  const sound = joinSounds(noise);
  for (const [at, sample] of makeSpeech(1500).entries())
    sound[16_000 * 2 + at] = (sound[32_000 + at] ?? 0) + sample;
  expect(detect(sound).map(([what]) => what)).toEqual(["begins", "ends"]);
});
