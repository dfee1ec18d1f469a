import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openPrograms } from "./programs.ts";

/** Prints how many of it run at this moment. */
const counts = `import { mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
const [, , folder, file] = process.argv;
const own = folder + "/" + file.split("/").at(-2);
mkdirSync(own);
const running = readdirSync(folder).length;
await wait(50);
rmdirSync(own);
console.log(running);`;

it("speech programs leave a core of the machine free, and each caller gets its turn", async () => {
  const folder = mkdtempSync(join(tmpdir(), "counts-"));
  const script = join(mkdtempSync(join(tmpdir(), "program-")), "counts.mjs");
  writeFileSync(script, counts);
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
    rmSync(join(script, ".."), { recursive: true });
  });
  const hear = [process.execPath, script, folder, "{file}"];
  const { transcriber } = openPrograms({ hear, speak: [], path: "" }, { voice: "" });
  const recording = { contentType: "audio/wav", bytes: new Uint8Array(44) };
  const ask = () => transcriber.transcribe(recording, new AbortController().signal);
  const heard = await Promise.all(Array.from({ length: 6 }, ask));
  expect(Math.max(...heard.map(Number))).toBeLessThanOrEqual(Math.max(1, availableParallelism() - 1));
});
