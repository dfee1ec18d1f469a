import type { Capability, Leaf } from "../agents/capability.ts";
import { trialMigrations } from "./migrations.ts";
import { answerTrial, endAnswers, trialAnswersJob } from "./answers.ts";
import { buildTrial } from "./build.ts";
import type { TrialDeps } from "./deps.ts";
import { sweepTrials } from "./sweep.ts";
import { trialJob, trialRoutes } from "./trialCalls.ts";

const sweepEveryMs = 60_000;

/** Puts trials together: agents that people try before they have an account. */
export const trial: Leaf<TrialDeps> = { create: createTrial, migrations: trialMigrations };

function createTrial(deps: TrialDeps): Capability {
  let endSweeping: (() => Promise<void>) | undefined;
  return {
    name: "trial",
    routes: trialRoutes(deps),
    jobs: [
      {
        kind: trialJob,
        concurrency: 2,
        maxAttempts: 3,
        handler: ({ key }, { signal }) => buildTrial(deps, key, signal),
      },
      {
        kind: trialAnswersJob,
        concurrency: 2,
        maxAttempts: 3,
        handler: ({ key }, { signal }) => answerTrial(deps, key, signal),
        ended: endAnswers,
      },
    ],
    start() {
      // Also where they are off now: those of before still end.
      const work = () => sweepTrials(deps);
      endSweeping = deps.scheduler.every({ name: "removes tried agents", everyMs: sweepEveryMs, work });
    },
    stop: async () => endSweeping?.(),
  };
}
