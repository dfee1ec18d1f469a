import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the build writes about itself: addresses of entries and files. */
export interface Manifest {
  /** The hash of the sources that it was built from. */
  source: string;
  /**
   * By the entry's name (console, frame, hosted, loader, core, module): the address of its script, of those it imports
   * at once, those of its modules that ask for others later, and the parts that it loads then.
   */
  entries: Record<string, { file: string; preload: string[]; has: string[]; later: LaterPart[] }>;
  /** By address. */
  files: Record<string, BuiltFile>;
}

/**
 * What is loaded later: the module that is asked for, the modules that ask for it, those of its files that ask for others,
 * and the addresses of all that it needs.
 */
export interface LaterPart {
  module: string;
  by: string[];
  has: string[];
  needs: string[];
}

export interface BuiltFile {
  /** Below `dist`, with `.br` and `.gz` beside it. */
  path: string;
  /** Whether it may be kept for ever. */
  immutable: boolean;
  /** Bytes, as they are and packed. */
  raw: number;
  gz: number;
  br: number;
}

/** The folder of the built bundles. */
export const distFolder = join(import.meta.dirname, "../dist");

const root = join(import.meta.dirname, "..");
const manifestPath = join(distFolder, "manifest.json");
const rollup = join(root, "node_modules/rollup/dist/bin/rollup");

/** The sources of the bundles: a change in any of these asks for a new build. */
const sources = [
  "console",
  "widget",
  "embed",
  "client",
  "shared",
  "rollup.config.mjs",
  "rollup.budgets.ts",
  "rollup.client.ts",
  "rollup.icons.ts",
  "rollup.join.ts",
  "rollup.parts.ts",
  "rollup.types.ts",
  "package-lock.json",
];

/**
 * Builds the bundles of console, widget and embed when they are missing or older than their sources, so that `npm
 * start` is one command. An install without the build tools serves the bundles it came with. A process that starts
 * while another builds waits for it.
 */
export function buildIfMissing(): void {
  if (isBuilt()) return;
  const unlock = lock();
  try {
    if (!isBuilt()) build();
  } finally {
    unlock();
  }
}

function isBuilt(): boolean {
  return existsSync(manifestPath) && (!existsSync(rollup) || readSourceHash() === hashSources());
}

function build(): void {
  if (!existsSync(rollup)) {
    throw new Error(
      "The bundles are missing and so are the tools to build them. Run `npm ci` (with the development packages), then start again.",
    );
  }
  console.log("Building console and widget (first start, or their sources changed) ...");
  const sourcesBefore = hashSources();
  const { status } = spawnSync(process.execPath, [rollup, "-c", "--silent"], { cwd: root, stdio: "inherit" });
  // A bundle over its budget is written all the same: that stops a change from landing, not a server from starting.
  if (status === 0 || (existsSync(manifestPath) && readSourceHash() === sourcesBefore)) return;
  throw new Error("The build failed; the reason stands above. Nothing was started.");
}

/** Waits until no other process builds; gives what ends our turn. A lock whose process is gone counts for nothing. */
function lock(): () => void {
  const path = `${distFolder}.lock`;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx" });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    if (isHeld(path)) Atomics.wait(pause, 0, 0, 200);
    else rmSync(path, { force: true });
  }
}

function isHeld(path: string): boolean {
  try {
    return process.kill(Number(readFileSync(path, "utf8")), 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Gives what the last build wrote about itself. */
export function readManifest(): Manifest {
  return JSON.parse(readFileSync(manifestPath, "utf8"));
}

/** Gives a short hash over all sources of the bundles, without tests. */
export function hashSources(): string {
  const hash = createHash("sha256");
  for (const path of sources.flatMap(listFiles))
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)));
  return hash.digest("hex").slice(0, 16);
}

function readSourceHash(): string {
  try {
    return readManifest().source;
  } catch {
    return "unreadable";
  }
}

function listFiles(path: string): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!/^\w+$/.test(path) && !path.includes("/")) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.md$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
