import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { loginWithPassword } from "../../../shared/contract/accounts/signIn.ts";
import { createLog } from "../../../server/requests/log.ts";
import { createTelemetry } from "../../../server/telemetry/telemetry.ts";
import { say as answerWith } from "../../kit/models/modelProvider.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { root } from "../../structure/files.ts";
import { stores } from "../../kit/database/stores.ts";

const token = "a-token-of-our-own";
const [store] = stores();
if (!store) throw new Error("There is a store on every machine.");

it("tells a Prometheus with the token how it works, a collector what it did, and the log what was slow", async () => {
  const collected: string[] = [];
  const collector = createServer((request, response) => {
    request.setEncoding("latin1").on("data", (text: string) => collected.push(text));
    request.on("end", () => response.end());
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void collector.close());
  await new Promise((resolve) => collector.once("listening", resolve));
  vi.stubEnv(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, // it listens on a port
  );
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line), isPretty: false });
  const settings = { metricsToken: token, slowMs: 1, hasTraces: true };
  const telemetry = await createTelemetry(settings, { log, version: "1.2.3" });
  const talk = await startTalkingServer(store, { telemetry });
  const { server } = talk;
  const provider = await talk.useProvider();
  provider.script(answerWith("chat", ["Blue lamps, twelve euros."]));
  const agent = await talk.createAgent("gpt-4o");
  await listen(say(server, await talk.openVisitor(agent), { content: "Which lamps are there?" }));

  // As the store does that it is handed to.
  telemetry.statement?.({ sql: "select 1", ms: 5, way: "read" });
  const scrape = (authorization: string) => server.request("/metrics", { headers: { authorization } });
  expect((await scrape("Bearer another-token-here")).status).toBe(401);
  const answer = await scrape(`Bearer ${token}`);
  const text = await answer.text();
  expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  const valueOf = (line: RegExp) => Number(line.exec(text)?.[1] ?? NaN);
  expect(valueOf(/answer_duration_seconds_count\{provider="openai",outcome="ok"\} (\d+)/)).toBe(1);
  expect(valueOf(/model_request_duration_seconds_count\{provider="openai",outcome="ok"\} (\d+)/)).toBe(1);
  expect(valueOf(/model_tokens_total\{provider="openai",direction="out"\} (\d+)/)).toBeGreaterThan(0);
  expect(
    valueOf(/http_request_duration_seconds_count\{family="console",method="POST",status="2xx"\} (\d+)/),
  ).toBe(3);
  expect(valueOf(/pilothouse_database_up (\d+)/)).toBe(1);
  expect(text).not.toContain(agent.id);
  expect(text).not.toContain("nodejs_active_handles_total");
  const promtool = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" });
  if (!promtool.error) expect(promtool.stdout + promtool.stderr).toBe("");

  const board = readFileSync(join(root, "examples/grafana/pilothouse.json"), "utf8");
  const shown = board.match(/(?:pilothouse|nodejs|process)_\w+/g) ?? [];
  expect(shown.filter((name) => !text.includes(name))).toEqual([]);

  await telemetry.stop();
  const spans = collected.join("");
  for (const name of ["gen_ai.usage.output_tokens", "chat gpt-4o", "invoke_agent", "http.route", "1.2.3"])
    expect(spans).toContain(name);
  expect(spans).not.toContain("lamps");
  expect(lines.map((line) => JSON.parse(line) as { message: string })).toContainEqual(
    expect.objectContaining({ message: "slow request", path: expect.stringContaining("/api/") }),
  );
});

it("says that metrics are off without a token", async () => {
  const talk = await startTalkingServer(store);
  const answer = await talk.server.request("/metrics");
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("METRICS_TOKEN")]);
  await expect(
    talk.server.anyone().call(loginWithPassword, { body: { email: "a@example.com", password: "wrong one" } }),
  ).rejects.toThrow();
  expect(talk.server.readLog()).toContain('"message":"security"');
});
