import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface PacedProvider {
  url: string;
  end(): void;
}

/** Starts the paced provider in a process of its own. */
export async function startProvider(): Promise<PacedProvider> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "pacedProvider.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", (code) => reject(new Error(`The provider ended with ${code}.`)));
  });
  return { url, end: () => void child.kill() };
}
