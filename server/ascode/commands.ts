import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { parse, stringify } from "yaml";
import { CannotStart } from "../database/cannotStart.ts";
import { nameFile, readAgentYaml, toContent, writeAgentYaml } from "./agentYaml.ts";
import type { AgentCode } from "./agentYaml.ts";
import { applyDifferences, makeAgent } from "./apply.ts";
import { compareAgent, describePlan, exportWhole, hashPlan, listAll } from "./plans.ts";
import type { Compared } from "./plans.ts";
import { describeRun, hasFailures, isRunning, readTests, startTests } from "./runs.ts";
import type { Target } from "./target.ts";

const lockName = "pilothouse.lock.yaml";
const ending = ".agent.yaml";
const lookEveryMs = 1000;

/** A command's output and exit code: 2 where something would change or a test failed, else 0. */
export interface Said {
  text: string;
  code: 0 | 2;
}

interface Options {
  dir: string;
  prune: boolean;
  out: string | undefined;
  plan: string | undefined;
}

/** `pull [--dir FOLDER]`: writes each agent to a file. */
export async function pull(target: Target, given: string[]): Promise<Said> {
  const { dir } = readOptions(given);
  await mkdir(dir, { recursive: true });
  const lock = await readLock(dir);
  const known = lock[target.name] ?? {};
  const taken = new Set((await listFiles(dir)).map((name) => name.slice(0, -ending.length)));
  const agents = await listAll(target);
  for (const { id, name } of agents) {
    const fileId = Object.keys(known).find((one) => known[one] === id) ?? nameFile(name, taken);
    taken.add(fileId);
    known[fileId] = id;
    const content = toContent(await exportWhole(target, id));
    await writeFile(join(dir, fileId + ending), writeAgentYaml({ id: fileId, content }));
  }
  await writeLock(dir, { ...lock, [target.name]: known });
  return { text: `${agents.length} agents are in ${dir}.`, code: 0 };
}

/** `plan [--out FILE] [--prune]`: says what `apply` would change. */
export async function plan(target: Target, given: string[]): Promise<Said> {
  const options = readOptions(given);
  const compared = await compareAll(target, options);
  if (options.out !== undefined)
    await writeFile(options.out, `${JSON.stringify(keepPlan(target, compared, options))}\n`);
  return describePlan(compared, options.prune);
}

/** `apply [--plan FILE] [--prune]`: changes the server to match the files. */
export async function apply(target: Target, given: string[]): Promise<Said> {
  const options = readOptions(given);
  const compared = await compareAll(target, options);
  if (options.plan !== undefined) await refuseOther(options.plan, keepPlan(target, compared, options));
  const left: string[] = [];
  const lock = await readLock(options.dir);
  for (const { code, agentId, found } of compared) {
    if (agentId !== null) {
      left.push(...(await applyDifferences(target, { agentId, found, prunes: options.prune })));
      continue;
    }
    const made = await makeAgent(target, code);
    (lock[target.name] ??= {})[code.id] = made;
    await writeLock(options.dir, lock);
  }
  const { text } = describePlan(compared, options.prune);
  return {
    text: [
      text,
      ...left,
      "Applied. Sources changed immediately. The rest changed drafts: publish them in the console.",
    ].join("\n"),
    code: left.length > 0 ? 2 : 0,
  };
}

/** `test`: runs each agent's test cases against its draft. */
export async function test(target: Target, given: string[]): Promise<Said> {
  const { dir } = readOptions(given);
  const codes = await readCodes(dir);
  const lock = (await readLock(dir))[target.name] ?? {};
  const lines: string[] = [];
  let hasFailed = false;
  for (const { id, content } of codes) {
    const productId = lock[id];
    if (productId === undefined) throw new CannotStart(`${id} is not on this server yet. Run apply first.`);
    if ((content.evaluation?.cases.length ?? 0) === 0) {
      lines.push(`${id}: no test cases`);
      continue;
    }
    let run = await startTests(target, productId);
    while (isRunning(run)) {
      await sleep(lookEveryMs);
      run = await readTests(target, { productId, runId: run.id });
    }
    hasFailed ||= hasFailures(run);
    lines.push(`${id}: ${describeRun(run)}`);
  }
  return { text: lines.join("\n"), code: hasFailed ? 2 : 0 };
}

async function compareAll(target: Target, { dir }: Options): Promise<Compared[]> {
  const codes = await readCodes(dir);
  const known = (await readLock(dir))[target.name] ?? {};
  const agents = await listAll(target);
  return Promise.all(
    codes.map(async (code) => {
      const { name } = code.content.agent;
      const agent =
        agents.find(({ id }) => id === known[code.id]) ??
        (known[code.id] === undefined ? agents.find((one) => one.name === name) : undefined);
      return compareAgent(target, code, agent?.id ?? null);
    }),
  );
}

/** What `plan --out` writes and `apply --plan` compares. */
interface KeptPlan {
  target: string;
  prune: boolean;
  hash: string;
}

function keepPlan(target: Target, compared: readonly Compared[], { prune }: Options): KeptPlan {
  return { target: target.name, prune, hash: hashPlan(compared, prune) };
}

async function refuseOther(path: string, now: KeptPlan): Promise<void> {
  const kept = JSON.parse(await readFile(path, "utf8").catch(() => "{}")) as Partial<KeptPlan>; // written by plan
  if (kept.target !== now.target) throw new CannotStart(`${path} is not a plan for ${now.target}.`);
  if (kept.prune !== now.prune)
    throw new CannotStart(
      `${path} was made ${kept.prune ? "with" : "without"} --prune. Apply it the same way, or plan again.`,
    );
  if (kept.hash !== now.hash)
    throw new CannotStart(
      "The plan is out of date: the server or the files have changed since. Run plan again.",
    );
}

async function listFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  return names.filter((name) => name.endsWith(ending)).toSorted();
}

async function readCodes(dir: string): Promise<AgentCode[]> {
  const names = await listFiles(dir);
  if (names.length === 0) throw new CannotStart(`No *${ending} file in ${dir}. Run pull first.`);
  return Promise.all(
    names.map(async (name) => readAgentYaml(await readFile(join(dir, name), "utf8"), join(dir, name))),
  );
}

/** For each server and organization: the agent's ID for each file. */
type Lock = Record<string, Record<string, string>>;

async function readLock(dir: string): Promise<Lock> {
  const text = await readFile(join(dir, lockName), "utf8").catch(() => "");
  return (parse(text) ?? {}) as Lock; // written by writeLock
}

async function writeLock(dir: string, lock: Lock): Promise<void> {
  const head = "# Which agent of which server each file means. Keep it in the repository.\n";
  await writeFile(join(dir, lockName), head + stringify(lock));
}

function readOptions(args: string[]): Options {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({
      args,
      options: { dir: text, out: text, plan: text, prune: { type: "boolean" } },
    });
    return {
      dir: values.dir ?? "pilothouse",
      prune: values.prune ?? false,
      out: values.out,
      plan: values.plan,
    };
  } catch (error) {
    throw new CannotStart(error instanceof Error ? error.message : String(error));
  }
}
