import { expect, it } from "vitest";
import { createFrames } from "./soundWorklet.ts";

it.each([48_000, 44_100, 16_000, 8000])("makes frames of 20 ms of a microphone of %i samples", (rate) => {
  const frames: Int16Array[] = [];
  const take = createFrames(rate, (frame) => frames.push(frame));
  // As a worklet is given it.
  for (let at = 0; at < rate; at += 128)
    take(
      Float32Array.from(
        { length: 128 },
        (_, index) => 0.5 * Math.sin((2 * Math.PI * 200 * (at + index)) / rate),
      ),
    );
  expect(frames.length).toBeGreaterThanOrEqual(50);
  expect(frames.length).toBeLessThanOrEqual(51);
  const samples = frames.flatMap((frame) => [...frame]);
  const rises = samples.filter((one, at) => one >= 0 && (samples[at - 1] ?? 0) < 0).length;
  expect(rises).toBeGreaterThanOrEqual(198);
  expect(rises).toBeLessThanOrEqual(206);
  expect(Math.max(...samples)).toBeGreaterThan(15_000);
});
