/**
 * What `npm start` runs: the bundles are built if need be, and the server is compiled once and remembered, which saves
 * most of its start. `npm start` keeps what V8 sets aside for young objects small: almost all of ours die within one
 * request, and the default costs 37 MB more with 64 conversations at once. What is in use may
 * grow by a quarter before V8 clears up, where it would let it grow to four times as much: with 500 answers streaming
 * and nothing else that is 360 MB instead of 670. It is no TypeScript, because nothing is remembered yet where it
 * begins, and Node's compiler stays in memory once it was needed.
 */
import * as nodeModule from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

// `npm start` brings a Node of its own; whoever starts this file with an older one is told, instead of a stack.
if (!process.features.typescript) {
  console.error(
    `This needs Node 24 or newer, and this is Node ${process.versions.node}. Start it with "npm start", which brings its own Node.`,
  );
  process.exit(1);
}
// Threads look for it where they start; without it each has a compiler of its own in memory, 10 MB for a few lines.
process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), "node-compile-cache");
nodeModule.enableCompileCache();
try {
  // A setting that is wrong is said at once, not after the build.
  const { readConfig } = await import("./config.ts");
  readConfig();
  const { buildIfMissing } = await import("./build.ts");
  buildIfMissing();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import("./main.ts");
