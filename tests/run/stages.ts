import { listSources, readProject } from "../structure/files.ts";
import type { Stage } from "./stage.ts";

const projects = (...names: string[]) => names.flatMap((name) => ["--project", name]);

const build: Stage = { name: "build", script: "build", isNeeded: true };
const journeys: Stage = { name: "journeys", tests: projects("journeys", "built") };
const unit: Stage = {
  name: "unit",
  tests: projects("domain", "server", "console", "widget", "structure"),
  isPatient: true,
};
const api: Stage = { name: "api", tests: projects("api"), isPatient: true };
const conformance: Stage = { name: "conformance", script: "conformance", isPatient: true };
const statics = ["format", "lint", "types", "unused"].map((name): Stage => ({
  name,
  script: `check:${name}`,
  isPatient: true,
}));

/** What runs at once: the stages of a lane run one after another. */
export type Lanes = Stage[][];

/**
 * The whole check. The journeys wait for a browser half of the time; beside them runs what computes, at a lower
 * priority, so that a browser is not kept waiting. The suites on Postgres wait for it, and go beside the rest.
 */
export function planWhole({ hasPostgres, isFull }: { hasPostgres: boolean; isFull: boolean }): Lanes {
  const postgres = hasPostgres ? [{ ...planPostgres({ isFull }), isPatient: true }] : [];
  return [
    [build, journeys, ...postgres],
    [...statics, unit, api, ...(isFull ? [conformance] : [])],
  ];
}

/** What is quick enough to run after each change. */
export function planCheck(): Lanes {
  return [statics.map(alone), [alone(unit)]];
}

/** The suites on Postgres: those that are marked by `bothStores`, or with `isFull` all that open a store. */
export function planPostgres({ isFull }: { isFull: boolean }): Stage {
  const mark = isFull ? /\b(bothStores|stores)\(\)/ : /\bbothStores\(\)/;
  const files = listSources().filter(
    (path) => /^(server|tests\/api)\/.*\.test\.ts$/.test(path) && mark.test(readProject(path)),
  );
  return onPostgres([...projects("api", "server"), ...files]);
}

/** Any tests on Postgres. */
export function onPostgres(tests: string[]): Stage {
  return { name: "postgres", tests, env: { TEST_STORE: "postgres" } };
}

function alone(stage: Stage): Stage {
  return { ...stage, isPatient: false };
}
