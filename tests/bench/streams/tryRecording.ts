import { setImmediate as endTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { writeStream } from "../../kit/models/modelProvider.ts";
import { readExpected, readInput } from "./expected.ts";
import type { Recording } from "./recordings.ts";
import { thinBefore, writeRecording } from "./recordings.ts";
import { nameOutcome, replay } from "./replay.ts";
import type { Replayed } from "./replay.ts";

/** What became of one recording. */
export interface Tried {
  name: string;
  bytes: number;
  /** How it ended as a whole, and what was wrong with that; null where nothing was. */
  whole: string;
  problem: string | null;
  /** Known to be broken, or of a format that nobody here speaks: any stated end is right. */
  isBroken: boolean;
  cuts: number;
  splits: number;
  breaks: number;
  /** How often a cut ended in which way. */
  outcomes: Record<string, number>;
  /** What ended in no stated way, with the place of the cut. */
  crashes: string[];
  ms: number;
}

export interface TryOptions {
  /** Asks over real HTTP, whatever the address says. */
  serve: (body: Uint8Array, next: Uint8Array) => typeof fetch;
  /** Every so manieth byte is a place to cut. */
  every: number;
  /** Has all that came before a cut read each time, also what repeats. */
  isFull: boolean;
  /** Is told regularly how many further cuts were tried. */
  progress: (cuts: number) => void;
}

const splitsEach = 40;
const breaksEach = 20;
const mostCrashes = 20;
/** Cuts under way at a time: while one waits for its streams, another one is read. */
const atOnce = 16;
const toldEvery = 500;

/** Replays a recording as a whole, in pieces, cut short at each byte, and with a connection that breaks. */
export async function tryRecording(
  recording: Recording,
  { serve, every, isFull, progress }: TryOptions,
): Promise<Tried> {
  const startedAt = performance.now();
  const { format } = recording;
  const expected = readExpected(recording);
  const tools = [...new Set((expected.calls ?? []).map(({ name }) => name))];
  const bytes = writeRecording(recording);
  const next = Buffer.from(writeStream(format, ["Done."]));
  const ask = (fetch: typeof globalThis.fetch) => replay({ format, fetch, tools });
  const tried: Tried = {
    ...{
      name: recording.name,
      bytes: bytes.length,
      whole: "crash",
      problem: null,
      isBroken: recording.isBroken,
    },
    ...{ cuts: 0, splits: 0, breaks: 0, outcomes: {}, crashes: [], ms: 0 },
  };
  const attempt = async (what: string, fetch: typeof globalThis.fetch): Promise<Replayed | null> => {
    try {
      return await ask(fetch);
    } catch (error) {
      if (tried.crashes.length < mostCrashes) tried.crashes.push(`${what}: ${String(error)}`);
      return null;
    }
  };

  const whole = await attempt("whole", serve(bytes, next));
  if (whole) tried.whole = nameOutcome(whole);
  if (whole && recording.isStream && !recording.isBroken) tried.problem = compare(whole, expected);

  for (const at of spread(bytes.length, splitsEach)) {
    const split = await attempt(
      `split at ${at}`,
      answerWith([bytes.subarray(0, at), bytes.subarray(at)], next),
    );
    tried.splits += 1;
    if (split && whole && split.text !== whole.text)
      tried.problem ??= `Split at ${at} it says something else.`;
  }
  const single = [...bytes.subarray(0, 20_000)].map((byte) => Uint8Array.of(byte));
  await attempt("a byte at a time", answerWith([...single, bytes.subarray(20_000)], next));
  for (const at of spread(bytes.length, breaksEach)) {
    await attempt(`broken at ${at}`, answerWith([bytes.subarray(0, at)], next, { breaks: true }));
    tried.breaks += 1;
  }

  const cuts = listCuts(recording, { every, isFull });
  const tryCuts = async () => {
    for (let next = cuts.next(); !next.done; next = cuts.next()) {
      await tryCut(next.value);
      // What comes from memory never ends its turn, and the others' timers would wait for ever.
      await endTurn();
    }
  };
  const tryCut = async ({ at, body }: Cut) => {
    const cut = await attempt(`cut at ${at}`, answerWith([body], next));
    tried.cuts += 1;
    if (tried.cuts % toldEvery === 0) progress(toldEvery);
    if (!cut) return;
    const name = nameOutcome(cut);
    tried.outcomes[name] = (tried.outcomes[name] ?? 0) + 1;
    if (isFull && whole && !whole.text.startsWith(cut.text))
      tried.problem ??= `Cut at ${at} it says something else.`;
  };
  await Promise.all(Array.from({ length: atOnce }, tryCuts));
  tried.ms = performance.now() - startedAt;
  return tried;
}

interface Cut {
  at: number;
  body: Uint8Array;
}

/** Gives the recording up to each byte of it. */
function* listCuts(
  recording: Recording,
  { every, isFull }: Pick<TryOptions, "every" | "isFull">,
): Generator<Cut, void, void> {
  const bytes = writeRecording(recording);
  if (isFull || !recording.isStream) {
    for (let at = 0; at < bytes.length; at += every) yield { at, body: bytes.subarray(0, at) };
    return;
  }
  let begin = 0;
  for (let line = 0; line <= recording.lines.length; line += 1) {
    // Up to the end of this event; behind the last one stands what ends the stream.
    const isLast = line === recording.lines.length;
    const end = isLast
      ? bytes.length
      : writeRecording({ ...recording, lines: recording.lines.slice(0, line + 1) }).length -
        endMark(recording);
    const before = writeRecording({
      ...recording,
      lines: thinBefore(recording, line).lines.slice(0, countThinned(recording, line)),
    });
    const head = before.subarray(0, before.length - endMark(recording));
    for (let at = begin; at < end; at += every) {
      yield { at, body: Buffer.concat([head, bytes.subarray(begin, at)]) };
    }
    begin = end;
  }
}

function countThinned(recording: Recording, line: number): number {
  return thinBefore(recording, line).lines.length - (recording.lines.length - line);
}

function endMark({ format }: Recording): number {
  return format === "chat" ? "data: [DONE]\n\n".length : 0;
}

/** A way out that gives these pieces to the first request, and a short answer to each further one. */
function answerWith(pieces: Uint8Array[], next: Uint8Array, { breaks = false } = {}): typeof fetch {
  let requests = 0;
  return async () => {
    requests += 1;
    const given = requests === 1 ? pieces : [next];
    const isBroken = breaks && requests === 1;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = given.shift();
        if (piece && piece.length > 0) controller.enqueue(piece);
        else if (given.length > 0) return this.pull?.(controller);
        else if (isBroken) controller.error(new TypeError("terminated"));
        else controller.close();
        return undefined;
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
}

function compare(whole: Replayed, expected: ReturnType<typeof readExpected>): string | null {
  if (whole.text !== expected.text) return "It says something else than was recorded.";
  if (expected.calls && !isDeepStrictEqual(whole.calls.map(readInput), expected.calls))
    return "It asks for something else than was recorded.";
  return null;
}

function spread(length: number, count: number): number[] {
  const places = Math.min(count, length);
  return Array.from({ length: places }, (_, index) => Math.floor(((index + 0.5) * length) / places));
}
