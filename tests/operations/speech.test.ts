import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { openPrograms } from "../../server/models/programs.ts";
import { writeWav } from "../../server/voice/sound/wav.ts";
import { settings } from "../../server/settings.ts";
import { hearRate } from "../../shared/domain/callSound.ts";

const hear = ["pocketsphinx_continuous", "-logfn", "/dev/null", "-infile", "{file}"];
const voices = [
  { name: "espeak-ng", speak: ["espeak-ng", "-v", "{voice}", "--stdin", "--stdout"] },
  { name: "flite", speak: ["flite", "-voice", "slt", "-o", "{file}"] },
];
const isThere = (program: string) =>
  process.env["OPERATIONS"] === "required" || !spawnSync(program, ["--help"]).error;
const { signal } = new AbortController();

describe.each(voices)("the programs $name and pocketsphinx", ({ name, speak }) => {
  const missing = [name, "pocketsphinx_continuous"].filter((program) => !isThere(program));

  it.skipIf(missing.length > 0)("speak and understand a sentence", async () => {
    const { speaker, transcriber } = openPrograms(
      { hear, speak, path: process.env["PATH"] ?? "" },
      { voice: "en-us" },
    );
    const parts: Buffer[] = [];
    let rate = 0;
    await speaker.speak({ text: "Hello. How are you today?", signal }, (part) => {
      if (part.kind !== "samples") throw new Error("The program writes no plain WAV.");
      rate = part.rate;
      parts.push(Buffer.from(part.bytes));
    });
    const said = Buffer.concat(parts);
    const sound = Int16Array.from({ length: Math.floor(((said.length / 2) * hearRate) / rate) }, (_, at) =>
      said.readInt16LE(2 * Math.floor((at * rate) / hearRate)),
    );
    expect(sound.length).toBeGreaterThan(hearRate);
    const words = await transcriber.transcribe({ contentType: "audio/wav", bytes: writeWav(sound) }, signal);
    expect(words.split(" ").length).toBeGreaterThan(2);
  });
});

it("the settings name commands that are tested here", () => {
  expect(settings.HEARING_COMMAND.what).toContain(hear.join(" "));
  expect(settings.SPEAKING_COMMAND.what).toContain(voices[0]?.speak.join(" "));
});
