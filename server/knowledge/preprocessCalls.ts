import {
  cancelPreprocessing,
  getPreprocessing,
  preprocess,
} from "../../shared/contract/knowledge/preprocess.ts";
import type { Preprocessing } from "../../shared/contract/knowledge/preprocess.ts";
import { kindHas } from "../../shared/domain/sourceKinds.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { newId } from "../database/ids.ts";
import type { Db, Store } from "../database/store.ts";
import { handle, type MemberCaller, type Route } from "../requests/handle.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { JobRow } from "../jobs/tables.ts";
import { checkChoice } from "./connected/connected.ts";
import { checkAgent } from "./find.ts";
import { checkConfig, fileIdsOf } from "./kinds/kinds.ts";
import { nothingFound, type Found } from "./preprocess/findings.ts";
import { preprocessJob, type PreprocessPayload } from "./preprocess/preprocess.ts";
import { checkFiles, type SettleFiles } from "./sources.ts";

export interface PreprocessCallDeps {
  store: Store;
  jobs: Jobs;
  settleFiles: SettleFiles;
}

/** A person has one look under way; older ones than these have ended long ago. */
const mostLooked = 50;

/** The calls on a look before a data source is added. Its job is all that there is of it. */
export function preprocessRoutes({ store, jobs, settleFiles }: PreprocessCallDeps): Route[] {
  async function find(
    db: Db,
    { organizationId }: MemberCaller,
    { productId, preprocessId }: { productId: string; preprocessId: string },
  ): Promise<JobRow> {
    await checkAgent(db, { organizationId, agentId: productId });
    const job = await jobs.get(db, { organizationId, id: preprocessId });
    if (job?.kind !== preprocessJob || payloadOf(job).agentId !== productId) throw new AppError("not_found");
    return job;
  }

  return [
    handle(preprocess, async ({ caller, params, body }) => {
      const { organizationId, userId } = caller;
      const agentId = params.productId;
      await checkAgent(store.db, { organizationId, agentId });
      const config = checkConfig(body.data.config);
      await checkChoice(store.db, { organizationId, userId, config });
      if (!kindHas(config.kind, "hasPreview")) {
        const message = "What is typed is taken as it is: there is nothing to look at.";
        throw new AppError("invalid_input", { fields: [{ path: "body.data.config.kind", message }] });
      }
      await settleFiles(organizationId, fileIdsOf(config));
      const job = await store.transaction(async (tx) => {
        await checkFiles(tx, organizationId, config);
        const before = await jobs.list(tx, { organizationId, kind: preprocessJob, limit: mostLooked });
        for (const one of before) {
          const isOpen = one.state === "queued" || one.state === "running";
          if (isOpen && payloadOf(one).userId === userId) await jobs.cancel(tx, one);
        }
        const payload: PreprocessPayload = { agentId, userId, config };
        return jobs.enqueue(tx, {
          organizationId,
          kind: preprocessJob,
          key: newId(),
          payload: { ...payload },
        });
      });
      return { data: presentJob(job) };
    }),

    handle(getPreprocessing, async ({ caller, params }) => ({
      data: presentJob(await find(store.db, caller, params)),
    })),

    handle(cancelPreprocessing, async ({ caller, params }) => {
      const job = await store.transaction(async (tx) => {
        const there = await find(tx, caller, params);
        return (await jobs.cancel(tx, there)) ?? there;
      });
      return { data: presentJob(job) };
    }),
  ];
}

const order = { unreadable: 0, duplicate: 1, leftOut: 2, taken: 3 };

function presentJob({ id, state, progress }: JobRow): Preprocessing {
  const { counts, pages, notes } = progress === null ? nothingFound : (JSON.parse(progress) as Found); // by the job
  return {
    ...{ id, state, counts, notes },
    pages: pages.toSorted((one, other) => order[one.verdict] - order[other.verdict]),
  };
}

function payloadOf({ payload }: JobRow): PreprocessPayload {
  return JSON.parse(payload) as PreprocessPayload; // written above
}
