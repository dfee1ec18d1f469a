import {
  createWorkflowSimulation,
  listWorkflowSimulations,
  removeWorkflowSimulation,
  runWorkflowSimulations,
  stepThroughWorkflow,
  updateWorkflowSimulation,
} from "../../../shared/contract/workflows/simulations.ts";
import type { SimulationResult } from "../../../shared/contract/workflows/simulations.ts";
import { maxSimulations } from "../../../shared/domain/workflows/simulations.ts";
import type { Simulation } from "../../../shared/domain/workflows/simulations.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { newId } from "../../database/ids.ts";
import { handle } from "../../requests/handle.ts";
import type { MemberCaller, Route } from "../../requests/handle.ts";
import type { WorkflowDeps } from "../deps.ts";
import { findWorkflow, lockWorkflow } from "../find.ts";
import { change as changeRow } from "../save.ts";
import type { WorkflowRow } from "../tables.ts";
import { simulate } from "./simulate.ts";
import { stepThrough } from "./stepThrough.ts";

/** A simulation takes no longer. */
const mostMs = 90_000;

/** The calls on simulations, which are kept beside the draft and belong to no version. */
export function simulationRoutes(deps: WorkflowDeps): Route[] {
  const { store, now } = deps;
  return [
    handle(listWorkflowSimulations, async ({ caller, params }) => ({
      data: readSimulations(await findWorkflow(store.db, caller, params.workflowId)),
    })),

    handle(createWorkflowSimulation, async ({ caller, params, body }) => {
      const added: Simulation = { id: newId(now()), ...body.data };
      await changeAll(caller, params, (all) => {
        if (all.length >= maxSimulations)
          throw new AppError("conflict", {
            message: `A workflow has at most ${maxSimulations} simulations. Delete one first.`,
          });
        return [...all, added];
      });
      return { data: added };
    }),

    handle(updateWorkflowSimulation, async ({ caller, params, body }) => {
      const saved: Simulation = { id: params.simulationId, ...body.data };
      await changeAll(caller, params, (all) => {
        if (!all.some(({ id }) => id === saved.id)) throw new AppError("not_found");
        return all.map((one) => (one.id === saved.id ? saved : one));
      });
      return { data: saved };
    }),

    handle(removeWorkflowSimulation, async ({ caller, params }) => {
      await changeAll(caller, params, (all) => {
        const left = all.filter(({ id }) => id !== params.simulationId);
        if (left.length === all.length) throw new AppError("not_found");
        return left;
      });
      return undefined;
    }),

    handle(runWorkflowSimulations, async ({ caller, params, body, request }) => {
      const workflow = await findWorkflow(store.db, caller, params.workflowId);
      const { simulationId } = body.data;
      // A model's customer costs credits, so it is run only by itself.
      const wanted = readSimulations(workflow).filter(({ id, customer }) =>
        simulationId === undefined ? !customer : id === simulationId,
      );
      if (simulationId !== undefined && wanted.length === 0) throw new AppError("not_found");
      const results: SimulationResult[] = [];
      for (const simulation of wanted) {
        const signal = AbortSignal.any([request.signal, AbortSignal.timeout(mostMs)]);
        results.push(await simulate(deps, { workflow, simulation, signal }));
      }
      return { data: results };
    }),

    handle(stepThroughWorkflow, async ({ caller, params, body, request }) => {
      const workflow = await findWorkflow(store.db, caller, params.workflowId);
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(mostMs)]);
      return { data: await stepThrough(deps, { workflow, asked: body.data, signal }) };
    }),
  ];

  function changeAll(
    caller: MemberCaller,
    { workflowId }: { workflowId: string },
    change: (all: Simulation[]) => Simulation[],
  ): Promise<void> {
    return store.transaction(async (tx) => {
      const held = await lockWorkflow(tx, caller, workflowId);
      await changeRow(tx, held, { simulations: JSON.stringify(change(readSimulations(held))) });
    });
  }
}

function readSimulations({ simulations }: Pick<WorkflowRow, "simulations">): Simulation[] {
  return JSON.parse(simulations) as Simulation[]; // written after the contract's check
}
