import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { playSound } from "./playSound.ts";

/** A loudspeaker whose time the test moves; in a pause it stands still. */
class FakeContext {
  currentTime = 0;
  isSuspended = false;
  started: number[] = [];
  stopped = 0;
  destination = {};
  suspend = async () => void (this.isSuspended = true);
  resume = async () => void (this.isSuspended = false);
  decodeAudioData = vi.fn(async () => ({ duration: 2 }));
  createBuffer = (_: number, samples: number, rate: number) => ({
    duration: samples / rate,
    getChannelData: () => new Float32Array(samples),
  });
  createBufferSource = () => ({
    connect: () => {},
    start: (at: number) => void this.started.push(at),
    stop: () => void (this.stopped += 1),
  });
}

let context: FakeContext;
let onHeard: ReturnType<typeof vi.fn<(id: number, characters: number) => void>>;
let player: ReturnType<typeof playSound>;
const second = () => new Uint8Array(48_000);

beforeEach(() => {
  vi.useFakeTimers();
  context = new FakeContext();
  onHeard = vi.fn();
  player = playSound(context as unknown as AudioContext, { onHeard }); // as far as it is used
});
afterEach(() => {
  player.stop();
  vi.useRealTimers();
});

function play(seconds: number): void {
  if (!context.isSuspended) context.currentTime += seconds;
  vi.advanceTimersByTime(100);
}

it("plays pieces without a gap, and the next saying behind the one before", () => {
  for (const id of [1, 2]) {
    player.say({ id, text: "Twenty characters ok" });
    player.begin(id, { kind: "samples", rate: 24_000 });
    player.take(id, second());
    player.take(id, second());
    player.end(id);
  }
  expect(context.started.map((at) => at.toFixed(3))).toEqual(["0.030", "1.030", "2.030", "3.030"]);
  play(1.03);
  expect(onHeard.mock.lastCall).toEqual([1, 10]);
  play(1.01);
  expect(onHeard.mock.calls).toContainEqual([1, 20]);
  play(2);
  expect(onHeard.mock.lastCall).toEqual([2, 20]);
});

it("tells at a pause how far it came, stands still in it, and forgets the rest when it is dropped", () => {
  player.say({ id: 1, text: "Twenty characters ok" });
  player.begin(1, { kind: "samples", rate: 24_000 });
  player.take(1, second());
  player.take(1, second());
  player.end(1);
  context.currentTime = 0.53;
  player.pause();
  expect(onHeard.mock.lastCall).toEqual([1, 5]);
  play(1);
  expect(onHeard).toHaveBeenCalledTimes(1);
  player.drop();
  expect([context.stopped, context.isSuspended]).toEqual([2, false]);
  play(5);
  expect(onHeard).toHaveBeenCalledTimes(1);
});

it("never says that all was heard before all has come", () => {
  player.say({ id: 1, text: "Yes." });
  player.begin(1, { kind: "samples", rate: 24_000 });
  player.take(1, second());
  play(9);
  expect(onHeard.mock.lastCall).toEqual([1, 3]);
  player.end(1);
  play(0);
  expect(onHeard.mock.lastCall).toEqual([1, 4]);
});

it("gives the time that reading takes where there is no sound", () => {
  player.say({ id: 1, text: "Twenty characters ok" });
  player.end(1);
  play(0);
  expect(onHeard.mock.lastCall).toEqual([1, 0]);
  play(0.56);
  expect(onHeard.mock.lastCall).toEqual([1, 10]);
  play(0.6);
  expect(onHeard.mock.lastCall).toEqual([1, 20]);
});

it.each([
  ["plays a file whole once it is there", async () => ({ duration: 2 }), 10],
  ["reads one that the browser can't play", () => Promise.reject(new Error("unknown")), 18],
])("%s", async (_, decode, heard) => {
  context.decodeAudioData.mockImplementation(decode);
  player.say({ id: 1, text: "Twenty characters ok" });
  player.begin(1, { kind: "file", rate: 0 });
  player.take(1, second());
  player.end(1);
  await vi.advanceTimersByTimeAsync(100);
  play(1.031);
  expect(onHeard.mock.lastCall).toEqual([1, heard]);
});
