/** `npm run conformance`: holds our MCP client and server against the protocol's own suite, both eras, and counts what passes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { startSuiteServer } from "../kit/actions/suiteServer.ts";
import { runClient } from "./client.ts";
import type { Context } from "./client.ts";

const sides = ["client", "server"] as const;
type Side = (typeof sides)[number];
const eras = ["2026-07-28", "2025-11-25"] as const;
const suite = fileURLToPath(new URL("../../node_modules/@modelcontextprotocol/conformance", import.meta.url));

/** Answers ask.mjs. */
const clients = createServer((request, response) => {
  const play = async () => {
    const { url, context } = JSON.parse(await text(request)) as { url: string; context: string }; // written by ask.mjs
    await runClient(url, JSON.parse(context) as Context); // the suite's
  };
  play().then(
    () => response.end(),
    (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
  );
});
clients.listen(0, "127.0.0.1");
await once(clients, "listening");
const { port } = clients.address() as AddressInfo; // it listens at a port
const server = await startSuiteServer();
const results = await mkdtemp(join(tmpdir(), "conformance-"));

let isWhole = true;
for (const side of sides) {
  for (const era of eras) {
    const required = await readRequired(side, era);
    const said = await runSuite(side, era);
    const failed = required.filter((scenario) => !isPassed(said, scenario));
    isWhole &&= failed.length === 0;
    const about = failed.length > 0 ? `; failed: ${failed.join(", ")}` : "";
    console.log(`${side} ${era}: ${required.length - failed.length} of ${required.length}${about}`);
    if (failed.length > 0 && process.argv.includes("--verbose")) console.log(said);
  }
}
clients.close();
await server.stop();
if (!process.argv.includes("--keep")) await rm(results, { recursive: true });
process.exit(isWhole ? 0 : 1);

async function readRequired(side: Side, era: string): Promise<string[]> {
  const written = parse(await readFile(join(suite, "requirements", `${era}.yaml`), "utf8")) as Record<
    Side,
    string[]
  >;
  return written[side];
}

async function runSuite(side: Side, era: string): Promise<string> {
  const ask = `${process.execPath} ${fileURLToPath(new URL("ask.mjs", import.meta.url))}`;
  const target = side === "client" ? ["--command", ask] : ["--url", server.url];
  const run = spawn(
    process.execPath,
    [
      join(suite, "dist/index.js"),
      side,
      ...target,
      "--requirements",
      era,
      "-o",
      results,
      "--timeout",
      "60000",
    ],
    { env: { ...process.env, CONFORMANCE_PORT: String(port) }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const [out, errors] = await Promise.all([text(run.stdout), text(run.stderr)]);
  return `${out}${errors}`;
}

/** The suite's summary has a line for each scenario. */
function isPassed(said: string, scenario: string): boolean {
  const line = said.split("\n").find((one) => one.includes(` ${scenario}: `) && one.includes("✓"));
  return line !== undefined && / 0 failed/.test(line);
}
