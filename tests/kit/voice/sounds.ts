import { hearRate, soundFrameSamples } from "../../../shared/domain/callSound.ts";

/** A source of numbers between -1 and 1 that are the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

const count = (ms: number) => Math.round((hearRate * ms) / 1000);

/** Gives silence, as a microphone has it: not quite still. */
export function makeSilence(ms: number): Float32Array {
  const random = seeded(7);
  return Float32Array.from({ length: count(ms) }, () => random() * 0.0005);
}

/** Gives noise with as much power in each octave, as loud as a fan close by. */
export function makePinkNoise(ms: number, loudness = 0.08): Float32Array {
  const random = seeded(1);
  const rows = Array.from({ length: 12 }, () => random());
  return Float32Array.from({ length: count(ms) }, (_, at) => {
    for (const [row] of rows.entries()) if (at % 2 ** row === 0) rows[row] = random();
    return (rows.reduce((sum, one) => sum + one, 0) / rows.length) * loudness * 3;
  });
}

/** Gives keys that are struck beside the microphone: short, loud, ten in a second, with the ring of a desk. */
export function makeTyping(ms: number): Float32Array {
  const random = seeded(2);
  const sound = makeSilence(ms);
  for (let at = 0; at < sound.length; at += count(70 + 60 * Math.abs(random()))) {
    const ring = 900 + 900 * Math.abs(random());
    for (let index = 0; index < count(35) && at + index < sound.length; index += 1) {
      const fades = Math.exp(-index / count(6));
      const now = sound[at + index] ?? 0;
      sound[at + index] =
        now + fades * (0.25 * random() + 0.12 * Math.sin((2 * Math.PI * ring * index) / hearRate));
    }
  }
  return sound;
}

/** Gives one voice: a buzz of a pitch that moves, in syllables with breaths of noise between, through a mouth's shape. */
export function makeSpeech(ms: number, { pitch = 130, loudness = 0.3, seed = 3 } = {}): Float32Array {
  const random = seeded(seed);
  const sound = new Float32Array(count(ms));
  let [phase, at] = [0, 0];
  while (at < sound.length) {
    const [voiced, breath] = [count(160 + 80 * random()), count(60 + 30 * random())];
    const vowel = 500 + 250 * random();
    const height = pitch * (1 + 0.12 * random());
    for (let index = 0; index < voiced && at < sound.length; index += 1, at += 1) {
      phase += height / hearRate;
      const shape = Math.sin((Math.PI * index) / voiced) ** 0.5;
      let one = 0;
      for (let harmonic = 1; harmonic * height < 3500; harmonic += 1) {
        const [first, second] = [(harmonic * height - vowel) / 180, (harmonic * height - 3 * vowel) / 300];
        const strength = Math.exp(-first * first) + 0.4 * Math.exp(-second * second) + 0.04;
        one += strength * Math.sin(2 * Math.PI * harmonic * phase);
      }
      sound[at] = one * shape * loudness * 0.3;
    }
    for (let index = 0; index < breath && at < sound.length; index += 1, at += 1)
      sound[at] = random() * loudness * 0.08;
  }
  return sound;
}

/** Gives a room of people who speak at once, none of them near. */
export function makeBabble(ms: number, loudness = 0.06): Float32Array {
  const sound = makeSilence(ms);
  for (let voice = 0; voice < 12; voice += 1) {
    const one = makeSpeech(ms, { pitch: 95 + 11 * voice, loudness, seed: 11 + voice });
    for (const [at, sample] of one.entries()) sound[at] = (sound[at] ?? 0) + sample;
  }
  return sound;
}

/** Puts sounds one behind the other. */
export function joinSounds(...sounds: Float32Array[]): Float32Array {
  const joined = new Float32Array(sounds.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const sound of sounds) {
    joined.set(sound, at);
    at += sound.length;
  }
  return joined;
}

/** Gives a sound as a microphone sends it, frame by frame. */
export function cutSound(sound: Float32Array): Int16Array<ArrayBuffer>[] {
  const frames: Int16Array<ArrayBuffer>[] = [];
  for (let at = 0; at + soundFrameSamples <= sound.length; at += soundFrameSamples)
    frames.push(
      Int16Array.from(sound.subarray(at, at + soundFrameSamples), (one) =>
        Math.round(Math.max(-1, Math.min(1, one)) * 32_767),
      ),
    );
  return frames;
}
