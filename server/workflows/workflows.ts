import type { Capability } from "../agents/capability.ts";
import { workflowRoutes } from "./calls.ts";
import { runJob } from "./deps.ts";
import type { WorkflowDeps } from "./deps.ts";
import { runRoutes } from "./runCalls.ts";
import { createRunEnded, createRunHandler } from "./running/runJob.ts";
import { takeDue } from "./triggers/due.ts";

const lookEveryMs = 1000;

/** Makes the workflows of this process: their calls, what starts runs, and the job that takes them on. */
export function createWorkflows(deps: WorkflowDeps): Capability {
  let stopLooking = async () => {};
  return {
    name: "workflows",
    routes: [...workflowRoutes(deps), ...runRoutes(deps)],
    jobs: [{ kind: runJob, handler: createRunHandler(deps), concurrency: 16, ended: createRunEnded(deps) }],
    start() {
      const work = () => takeDue(deps);
      stopLooking = deps.scheduler.every({ name: "wakes workflows", everyMs: lookEveryMs, work });
    },
    stop: () => stopLooking(),
  };
}
