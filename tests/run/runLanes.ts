import type { Outcome, Stage } from "./stage.ts";
import type { Lanes } from "./stages.ts";

/** A stage that ended, with the time that it took. */
export interface Ended extends Outcome {
  name: string;
  minutes: number;
}

interface Ways {
  run(stage: Stage): Promise<Outcome>;
  print(line: string): void;
  now(): number;
}

/** Runs the lanes at once and prints what each stage printed whole when it ends. */
export async function runLanes(lanes: Lanes, ways: Ways): Promise<Ended[]> {
  const ended = await Promise.all(lanes.map((stages) => runLane(stages, ways)));
  return ended.flat();
}

async function runLane(stages: Stage[], { run, print, now }: Ways): Promise<Ended[]> {
  const ended: Ended[] = [];
  for (const stage of stages) {
    const started = now();
    print(`${stage.name}: started`);
    const outcome = await run(stage);
    const minutes = (now() - started) / 60_000;
    print(
      `\n===== ${stage.name}: ${minutes.toFixed(1)} minutes, ${outcome.failed} failed =====\n${outcome.output}`,
    );
    ended.push({ name: stage.name, minutes, ...outcome });
    if (stage.isNeeded && outcome.failed) break;
  }
  return ended;
}

/** What is read last: minutes by stage and in all, each failure, and the count. */
export function summarize(ended: Ended[], { minutes, seed }: { minutes: number; seed: string }): string[] {
  const count = (of: "passed" | "failed" | "skipped") => ended.reduce((sum, stage) => sum + stage[of], 0);
  const rows = [...ended.map((stage) => [stage.name, stage.minutes] as const), ["in all", minutes] as const];
  const failed = count("failed");
  return [
    "",
    ...rows.map(([name, taken]) => `${name.padEnd(10)} ${taken.toFixed(1).padStart(5)} minutes`),
    "",
    ...ended.flatMap(({ name, slowest = [] }) =>
      slowest.length ? [`slowest of ${name}: ${slowest.join(", ")}`] : [],
    ),
    ...ended.flatMap(({ failures }) => failures),
    ...(failed ? [`TEST_SEED=${seed} repeats the sampled sweeps of this run.`] : []),
    `${count("passed")} passed, ${failed} failed, ${count("skipped")} skipped`,
  ];
}
