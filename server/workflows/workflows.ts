import type { Capability, Leaf } from "../agents/capability.ts";
import { workflowsMigrations } from "./migrations.ts";
import { workflowRoutes } from "./calls.ts";
import { runJob } from "./deps.ts";
import type { WorkflowDeps } from "./deps.ts";
import { noteSentFiles, sweepFiles } from "./files.ts";
import { importRoutes } from "./import/calls.ts";
import { createImportReader } from "./import/createImportReader.ts";
import { workflowsPart } from "./part.ts";
import { pruneRuns } from "./prune.ts";
import { runRoutes } from "./runCalls.ts";
import { createRunEnded, createRunHandler } from "./running/runJob.ts";
import { sentenceRoutes } from "./sentences.ts";
import { simulationRoutes } from "./simulation/calls.ts";
import { takeDue } from "./triggers/due.ts";
import { createWorkflowFollower } from "./triggers/follower.ts";
import { hookPage } from "./triggers/hookPage.ts";

const lookEveryMs = 1000;
const pruneEveryMs = 60 * 60_000;

/** Makes the workflows of this process: their calls, what starts runs, and the job that takes them on. */
export const workflows: Leaf<WorkflowDeps> = { create: createWorkflows, migrations: workflowsMigrations };

function createWorkflows({ acts, ...given }: WorkflowDeps): Capability {
  const deps = { ...given, acts: noteSentFiles(acts) };
  const follower = createWorkflowFollower(deps);
  const imports = createImportReader();
  const endings: (() => Promise<void>)[] = [];
  let isStopped = false;

  async function look(): Promise<void> {
    await takeDue(deps);
    while (!isStopped && (await follower.collect()));
  }

  return {
    name: "workflows",
    routes: [
      ...workflowRoutes(deps),
      ...runRoutes(deps),
      ...importRoutes(imports),
      ...simulationRoutes(deps),
      ...sentenceRoutes(deps),
    ],
    pages: [hookPage(deps)],
    part: workflowsPart(deps),
    jobs: [{ kind: runJob, handler: createRunHandler(deps), concurrency: 16, ended: createRunEnded(deps) }],
    start() {
      const { scheduler } = deps;
      endings.push(
        scheduler.every({ name: "wakes workflows", everyMs: lookEveryMs, work: look }),
        scheduler.every({
          name: "removes old workflow runs",
          everyMs: pruneEveryMs,
          work: () => pruneRuns(deps),
        }),
        scheduler.every({
          name: "removes unused files of workflows",
          everyMs: pruneEveryMs,
          work: () => sweepFiles(deps),
        }),
      );
    },
    async stop() {
      isStopped = true;
      await Promise.all([imports.close(), ...endings.splice(0).map(async (end) => end())]);
    },
  };
}
