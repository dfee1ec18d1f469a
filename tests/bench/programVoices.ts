import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hearRate } from "../../shared/domain/callSound.ts";

/** A program that speaks, where it is installed. */
export interface ProgramVoice {
  name: string;
  /** Gives what it says as a microphone hears it; null where the program is not there. */
  speak(text: string): Float32Array | null;
}

/** Those of Debian's that need no network. */
export const programVoices: readonly ProgramVoice[] = [
  { name: "flite", speak: (text) => record("flite", (file) => ["-voice", "slt", "-t", text, "-o", file]) },
  { name: "espeak-ng", speak: (text) => record("espeak-ng", (file) => ["-w", file, text]) },
];

function record(program: string, listArguments: (file: string) => string[]): Float32Array | null {
  const folder = mkdtempSync(join(tmpdir(), "pilothouse-voice-"));
  const file = join(folder, "said.wav");
  try {
    const { error, status, stderr } = spawnSync(program, listArguments(file), { encoding: "utf8" });
    if (error && "code" in error && error.code === "ENOENT") return null;
    if (error || status !== 0) throw error ?? new Error(`${program} failed: ${stderr}`);
    return readWav(readFileSync(file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Samples of 16 bits behind a head that may say more than its length, at the rate of calls. */
function readWav(file: Buffer): Float32Array {
  const rate = file.readUInt32LE(24);
  const from = file.indexOf("data") + 8;
  const length = Math.floor((((file.length - from) / 2) * hearRate) / rate);
  return Float32Array.from({ length }, (_, at) => {
    const first = Math.floor((at * rate) / hearRate);
    const last = Math.max(first + 1, Math.floor(((at + 1) * rate) / hearRate));
    let sum = 0;
    for (let index = first; index < last; index += 1)
      sum += file.readInt16LE(Math.min(from + index * 2, file.length - 2));
    return sum / (last - first) / 32_768;
  });
}
