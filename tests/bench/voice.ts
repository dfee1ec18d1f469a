/**
 * `npm run bench:voice`: how long a call by the server's speech takes from the visitor's last sound to the agent's first one,
 * with providers that answer at once, fifty calls beside one another in real time; how often noise is taken for speech; and
 * what is heard of sentences that flite and espeak-ng say, where these are installed.
 * Socket, store and answers are left out: `bench:answers` measures those.
 */
import { setTimeout as wait } from "node:timers/promises";
import { createEngine } from "../../server/voice/engine.ts";
import type { Engine, EngineParts } from "../../server/voice/engine.ts";
import { createDetector, endingMs } from "../../server/voice/sound/detector.ts";
import { createServerSpeech } from "../../server/voice/sound/serverSpeech.ts";
import { hearRate, soundFrameMs } from "../../shared/domain/callSound.ts";
import { callWords } from "../../shared/words/call.ts";
import {
  cutSound,
  joinSounds,
  makeBabble,
  makePinkNoise,
  makeSilence,
  makeSpeech,
  makeTyping,
} from "../kit/voice/sounds.ts";
import { printRows } from "./printRows.ts";
import type { Row } from "./printRows.ts";
import { programVoices } from "./programVoices.ts";
import type { ProgramVoice } from "./programVoices.ts";
import { percentile } from "./statistics.ts";

const [calls, turnsEach] = [50, 2];
const speechMs = 1200;
const quietMs = 1500;

const latencies = (await Promise.all(Array.from({ length: calls }, (_, index) => talk(index)))).flat();
const own = latencies.map((ms) => ms - endingMs);
const minute = 60_000;
const sentences = [
  "How long do refunds take?",
  "I would like to return a lamp that I bought last week.",
  "Yes.",
  "Can I talk to somebody, please?",
  "My order number is four seven one one.",
  "What does delivery to Norway cost, and how long does it take?",
];
printRows([
  {
    what: `last sound to first sound, ${latencies.length} turns, p50`,
    measured: percentile(latencies, 50),
    budget: null,
    unit: "ms",
  },
  {
    what: `the same without the ${endingMs} ms that end a turn, p50`,
    measured: percentile(own, 50),
    budget: 150,
    unit: "ms",
  },
  {
    what: `the same without the ${endingMs} ms that end a turn, p95`,
    measured: percentile(own, 95),
    budget: 300,
    unit: "ms",
  },
  {
    what: "calls at once, each with all its turns",
    measured: latencies.length / turnsEach,
    budget: calls,
    unit: "",
    isLeast: true,
  },
  {
    what: "false starts in a minute of pink noise",
    measured: countStarts(makePinkNoise(minute)),
    budget: 0,
    unit: "",
  },
  {
    what: "false starts in a minute of typing",
    measured: countStarts(makeTyping(minute)),
    budget: 0,
    unit: "",
  },
  {
    what: "false starts in a minute of babble",
    measured: countStarts(makeBabble(minute)),
    budget: 0,
    unit: "",
  },
  ...programVoices.flatMap(hearProgram),
]);

/** Says sentences in quiet and in noise, and counts those that are not heard, and those that are heard as more than one. */
function hearProgram({ name, speak }: ProgramVoice): Row[] {
  const spoken = sentences.map(speak);
  const sounds = spoken.filter((sound) => sound !== null);
  if (sounds.length < sentences.length) {
    console.log(`     ${name} is not installed: its sentences are left out.`);
    return [];
  }
  const starts = sounds.map((sound) => countStarts(joinSounds(makeSilence(800), sound, makeSilence(800))));
  const inNoise = sounds.map((sound) => {
    const whole = joinSounds(makeSilence(800), sound, makeSilence(800));
    const noise = makePinkNoise((whole.length / hearRate) * 1000, 0.01);
    return countStarts(whole.map((sample, at) => sample + (noise[at] ?? 0)));
  });
  const of = `of ${sentences.length} sentences by ${name}`;
  const missed = (counts: number[]) => counts.filter((count) => count === 0).length;
  return [
    { what: `not heard ${of}`, measured: missed(starts), budget: 0, unit: "" },
    { what: `not heard ${of}, in noise`, measured: missed(inNoise), budget: 0, unit: "" },
    {
      what: `cut in two ${of}`,
      measured: starts.filter((count) => count > 1).length,
      budget: null,
      unit: "",
    },
  ];
}

function countStarts(sound: Float32Array): number {
  const detector = createDetector();
  return cutSound(sound).filter((frame) => detector.take(frame) === "begins").length;
}

/** Gives how long each turn of one call took. */
async function talk(index: number): Promise<number[]> {
  const took: number[] = [];
  let endedAt = 0;
  let engine: Engine | undefined = undefined;
  const now = () => Date.now();
  const speech = createServerSpeech({
    models: {
      transcriber: { model: "heard", transcribe: async () => "How long do refunds take?" },
      speaker: {
        ...{ model: "said", voice: "any" },
        speak: async (_, hear) => hear({ kind: "samples", rate: 24_000, bytes: new Uint8Array(4800) }),
      },
    },
    language: "en",
    line: {
      send(frame) {
        // A loudspeaker that is done at once.
        if (frame.type === "soundEnd")
          engine?.take({ n: 0, type: "heard", id: frame.id, characters: 10_000 });
      },
      sendSound() {
        if (endedAt > 0) took.push(performance.now() - endedAt);
        endedAt = 0;
      },
    },
    now,
    onVoice: (isOn) => engine?.take({ n: 0, type: "voice", isOn }),
    onWords: (words) => engine?.understand(words),
    onDeaf: () => {},
    report: console.error,
  });
  engine = createEngine({ ...scripted(index), line: speech, now });
  engine.begin("");
  await wait(index * 7);
  for (let turn = 0; turn < turnsEach; turn += 1) {
    const speaking = cutSound(joinSounds(makeSilence(600), makeSpeech(speechMs)));
    const frames = [...speaking, ...cutSound(makeSilence(quietMs))];
    const from = performance.now();
    for (const [at, frame] of frames.entries()) {
      await wait(Math.max(0, from + at * soundFrameMs - performance.now()));
      speech.take(new Uint8Array(frame.buffer));
      if (at === speaking.length - 1) endedAt = performance.now();
    }
  }
  speech.stop();
  await engine.stop();
  return took;
}

/** An engine's surroundings in which every answer is one sentence. */
function scripted(index: number): Omit<EngineParts, "line" | "now"> {
  const events = async function* () {
    yield { type: "delta", offset: 0, text: "Five days." };
    yield { type: "done", message: { content: "Five days.", citations: [] } };
  };
  const speakIn = {
    say: async () => ({
      threadId: "thread",
      messageId: "message",
      answer: { id: `answer-${index}`, events: events() },
    }),
    cut: async () => {},
    isWithPeople: async () => false,
  };
  return {
    ...{ language: "en", words: callWords, thread: {}, report: console.error },
    speakIn: speakIn as unknown as EngineParts["speakIn"], // as far as an engine uses it
    findVisitor: async () => ({}) as never, // nobody looks at it here
    countMessage: () => {},
    scheduler: {
      after({ ms, work }) {
        const timer = setTimeout(() => void work(), ms);
        return () => clearTimeout(timer);
      },
    },
    onTurn: () => {},
    onThread: () => {},
    onOver: () => {},
  };
}
