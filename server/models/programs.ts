import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { maxMessageCharacters } from "../../shared/domain/limits.ts";
import { programSpeech } from "../../shared/domain/speechModels.ts";
import { ModelFault } from "./fault.ts";
import type { CallSpeech, CallVoice } from "./callSpeech.ts";
import type { SpeechPrograms } from "./providers.ts";
import { createSoundReader } from "./soundReader.ts";

const usualVoice = "en";
/** Nobody waits for longer in a call. */
const withinMs = 20_000;
const mostBytes = 20_000_000;
/** They are work for a core each. */
const mostAtOnce = Math.max(1, availableParallelism() - 1);

/** Makes programs hear and speak in a call. */
export function openPrograms(
  { hear, speak, path }: SpeechPrograms,
  { voice }: Pick<CallVoice, "voice">,
): CallSpeech {
  // An agent's voice becomes no option of the program.
  const said = voice === "" || voice.startsWith("-") ? usualVoice : voice;
  return {
    transcriber: {
      model: programSpeech,
      async transcribe({ bytes }, signal) {
        const words = await run(hear, { path, input: bytes, isFileInput: true, voice: said, signal });
        const text = words.toString("utf8").replaceAll(/\s+/g, " ").trim();
        return text.slice(0, maxMessageCharacters).toWellFormed().replaceAll("\u0000", "");
      },
    },
    speaker: {
      model: programSpeech,
      voice: said,
      async speak({ text, signal }, listen) {
        const input = Buffer.from(`${text}\n`);
        const sound = await run(speak, { path, input, isFileInput: false, voice: said, signal });
        const reader = createSoundReader("audio/wav", listen);
        reader.take(sound);
        reader.end();
      },
    },
    isOpenai: false,
    listVoices: () => Promise.resolve([]),
    usual: { model: programSpeech, voice: usualVoice },
    isInstallations: false,
  };
}

interface Run {
  path: string;
  input: Uint8Array;
  /** `{file}` is what the program reads; else what it writes. */
  isFileInput: boolean;
  voice: string;
  signal: AbortSignal;
}

const waiting: (() => void)[] = [];
let running = 0;

/** Runs a command once a core is free, and gives what it wrote. Throws a ModelFault, or the reason of the signal. */
async function run(command: readonly string[], options: Run): Promise<Buffer> {
  // A run that ends hands its place over, so that no other comes in between.
  if (running < mostAtOnce) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    options.signal.throwIfAborted();
    return await inFolder((folder) => runIn(folder, command, options));
  } catch (error) {
    options.signal.throwIfAborted();
    throw error instanceof ModelFault ? error : new ModelFault("unavailable", { cause: error });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "speech-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runIn(folder: string, command: readonly string[], options: Run): Promise<Buffer> {
  const { path, input, isFileInput, voice, signal } = options;
  const file = join(folder, "sound.wav");
  const [program = "", ...given] = command.map((part) =>
    part.replaceAll("{file}", file).replaceAll("{voice}", voice),
  );
  const usesFile = command.some((part) => part.includes("{file}"));
  if (usesFile && isFileInput) await writeFile(file, input, { mode: 0o600 });
  const printed = await runProgram(program, given, {
    path,
    signal,
    input: usesFile && isFileInput ? null : input,
  });
  return usesFile && !isFileInput ? readFile(file) : printed;
}

function runProgram(
  program: string,
  given: readonly string[],
  { path, input, signal }: Pick<Run, "path" | "signal"> & { input: Uint8Array | null },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, given, {
      // Settings of the server, such as keys, are none of theirs.
      env: { PATH: path, LANG: "C.UTF-8" },
      stdio: ["pipe", "pipe", "ignore"],
      signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]),
      killSignal: "SIGKILL",
    });
    const pieces: Buffer[] = [];
    let bytes = 0;
    child.stdout.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > mostBytes) child.kill("SIGKILL");
      else pieces.push(piece);
    });
    child.once("error", (cause) =>
      reject(new ModelFault(cause.name === "AbortError" ? "timeout" : "no_way", { cause })),
    );
    child.once("close", (code) => {
      if (code === 0 && bytes <= mostBytes) return resolve(Buffer.concat(pieces));
      reject(new ModelFault("unavailable", { cause: new Error(`${program} ended with ${code}.`) }));
    });
    // It may not read all of it.
    child.stdin.on("error", () => {});
    child.stdin.end(input ?? undefined);
  });
}
