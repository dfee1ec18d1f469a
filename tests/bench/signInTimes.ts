/**
 * Whether time tells who has an account (safety D3): the same requests about addresses with and without one, in turns,
 * and by the Mann-Whitney test how likely such a difference is by chance. The request after each is timed too: what the
 * server does behind an answer keeps the next one waiting. Run it alone: `node tests/bench/signInTimes.ts [SAMPLES]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteFileName } from "../../server/database/sqliteStore.ts";
import { startMailServer } from "../kit/network/mailServer.ts";
import { endServers, runServer } from "../kit/processes/runServer.ts";
import { median, percentile } from "./statistics.ts";

const samples = Number(process.argv[2] ?? 1000);
/** How long after a question nothing of it is under way. */
const quietMs = 40;
const dataDir = mkdtempSync(join(tmpdir(), "pilothouse-times-"));
const env = { REGISTRATION: "open", TRUST_PROXY: "1" };
const password = "a long password";
const base = "/api/auth/v1.0/authentication";
let addresses = 0;
let origin = "";

interface Answer {
  ms: number;
  status: number;
}

/** Every request comes from a place of its own, so that no limit answers in the server's stead. */
async function post(path: string, body: object): Promise<Answer> {
  addresses += 1;
  const forwarded = `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
  const headers = { "content-type": "application/json", "x-forwarded-for": forwarded };
  return time(() => fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function time(ask: () => Promise<Response>): Promise<Answer> {
  const startedAt = performance.now();
  const response = await ask();
  await response.text();
  return { ms: performance.now() - startedAt, status: response.status };
}

const known = (index: number) => `person${index}@example.com`;
const unknown = (index: number) => `nobody${index}@example.com`;
const names = { first_name: "Ana", last_name: "Lima" };

const questions: [string, (email: string) => Promise<Answer>][] = [
  [
    "sign in, wrong password",
    (email) => post(`${base}/login/password`, { email, password: "a wrong guess" }),
  ],
  ["forgotten password", (email) => post(`${base}/forgot-password`, { email })],
  ["register", (email) => post(`${base}/register`, { email, password, ...names })],
];

const mails = await startMailServer();
try {
  const first = await runServer({
    dataDir,
    env: { ...env, ADMIN_EMAIL: known(0), ADMIN_PASSWORD: password },
  });
  await first.end();
  addPeople();
  const server = await runServer({ dataDir, env: { ...env, SMTP_URL: mails.url } });
  origin = new URL(server.url).origin;
  console.log(`times with and without an account, ${samples} each, in turns\n`);
  for (const [name, ask] of questions) {
    for (let index = 0; index < 20; index += 1) await ask(`warm${index}-${name.length}@example.com`);
    const [having, lacking] = [blank(), blank()];
    const statuses = new Set<number>();
    for (let index = 0; index < samples; index += 1) {
      // Who goes first changes, so that what the one leaves behind does not fall on the other alone.
      const turns = [
        { times: having, email: known(index) },
        { times: lacking, email: unknown(index) },
      ];
      for (const { times, email } of index % 2 === 0 ? turns : turns.toReversed()) {
        const { ms, status } = await ask(email);
        const next = await time(() => fetch(`${origin}/version`));
        await new Promise((resolve) => setTimeout(resolve, quietMs)); // a bench waits; nothing is asserted by it
        times.own.push(ms);
        times.next.push(next.ms);
        statuses.add(status);
      }
    }
    print(`${name} (${[...statuses].join(" and ")})`, having.own, lacking.own);
    print("  the request after it", having.next, lacking.next);
  }
} finally {
  await endServers();
  await mails.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function blank(): { own: number[]; next: number[] } {
  return { own: [], next: [] };
}

/** Puts people beside the first one, with the same password: each would take as long to hash. */
function addPeople(): void {
  const db = new DatabaseSync(join(dataDir, sqliteFileName));
  const sample = db.prepare("select * from users limit 1").get();
  if (!sample) throw new Error("There is nobody to copy.");
  const columns = Object.keys(sample);
  const insert = db.prepare(
    `insert into users (${columns.map((name) => `"${name}"`).join(", ")}) values (${columns.map(() => "?").join(", ")})`,
  );
  db.exec("begin");
  for (let index = 1; index < samples; index += 1) {
    const row = { ...sample, id: `bench${String(index).padStart(20, "0")}`, email: known(index) };
    insert.run(...columns.map((name) => row[name as keyof typeof row] ?? null)); // the names are its keys
  }
  db.exec("commit");
  db.close();
}

function print(name: string, having: number[], lacking: number[]): void {
  const [one, other] = [having, lacking].map(
    (times) =>
      `${median(times).toFixed(1)} ms (${percentile(times, 5).toFixed(1)} to ${percentile(times, 95).toFixed(1)})`,
  );
  console.log(`${name.padEnd(30)} with ${one}   without ${other}   p ${compare(having, lacking).toFixed(3)}`);
}

/** The two-sided p of the Mann-Whitney test, by its normal approximation. */
function compare(one: number[], other: number[]): number {
  const sum = one.reduce((all, mine) => all + other.filter((theirs) => mine < theirs).length, 0);
  const mean = (one.length * other.length) / 2;
  const deviation = Math.sqrt((one.length * other.length * (one.length + other.length + 1)) / 12);
  return 2 * (1 - normal(Math.abs(sum - mean) / deviation));
}

/** The standard normal distribution's share below z (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const tail =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}
