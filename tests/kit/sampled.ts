interface Sample<T> {
  /** Tells one sweep's choice from another's. */
  name: string;
  /** On the second store a third of these. */
  count: number;
  /** Cases that failed once: every run tries them, in addition to the `count`. */
  always?: (one: T) => boolean;
}

/**
 * The cases of an exhaustive sweep that this run tries, in their own order: all of them with TEST_SWEEPS=whole
 * (`npm run test:full`), else `count` of them, chosen by the seed of this run.
 */
export function sampled<T>(cases: readonly T[], options: Sample<T>): T[] {
  if (isWhole()) return [...cases];
  const { name, count, always = () => false } = options;
  const random = startRandom(`${chooseSeed()} ${name}`);
  const places = [...cases.keys()].filter((place) => !always(cases[place] as T));
  const chosen = new Set(
    places
      .map((place) => ({ place, order: random() }))
      .sort((one, other) => one.order - other.order)
      .slice(0, share(count))
      .map(({ place }) => place),
  );
  return cases.filter((one, place) => chosen.has(place) || always(one));
}

/** Whether this run tries everything (`npm run test:full`). */
export function isWhole(): boolean {
  return process.env["TEST_SWEEPS"] === "whole";
}

/** What a run on the second store tries of what the first one tries: it looks for what differs between the two. */
export function share(count: number): number {
  return process.env["TEST_STORE"] === "postgres" ? Math.ceil(count / 3) : count;
}

/** The seed of this run, which every process of the run inherits. TEST_SEED repeats an earlier run's choice. */
export function chooseSeed(): string {
  return (process.env["TEST_SEED"] ||= String(Math.floor(Math.random() * 1_000_000)));
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function startRandom(seed: string): () => number {
  let state = 0;
  for (const letter of seed) state = (Math.imul(state, 31) + letter.charCodeAt(0)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
