import {
  createWorkflowSimulation,
  listWorkflowSimulations,
  removeWorkflowSimulation,
  runWorkflowSimulations,
  updateWorkflowSimulation,
} from "../../../shared/contract/workflows/simulations.ts";
import type { SimulationResult } from "../../../shared/contract/workflows/simulations.ts";
import type { Simulation } from "../../../shared/domain/workflows/simulations.ts";
import { client } from "../platform/client.ts";
import { createResource, fill, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";
import { paramsOf } from "./workflows.ts";
import type { WorkflowPlace } from "./workflows.ts";

/** The simulations of the workflow that is open. */
export const simulations = createResource<Of<{ items: Simulation[] }>>();
/** How they went when they were last run, by ID. */
export const simulationResults = createResource<Of<{ byId: Record<string, SimulationResult> }>>();

export function loadSimulations(place: WorkflowPlace): Promise<void> {
  resetUnlessOf(simulations, place.workflowId);
  resetUnlessOf(simulationResults, place.workflowId);
  return load(simulations, async () => {
    const { data } = await client.call(listWorkflowSimulations, { params: paramsOf(place) });
    return { of: place.workflowId, items: data };
  });
}

/** Runs all scripted ones on the saved draft, or one. */
export function runSimulations(place: WorkflowPlace, simulationId?: string): Promise<void> {
  resetUnlessOf(simulationResults, place.workflowId);
  return load(simulationResults, async () => {
    const body = { data: simulationId === undefined ? {} : { simulationId } };
    const { data } = await client.call(runWorkflowSimulations, { params: paramsOf(place), body });
    const known = simulationId === undefined ? {} : { ...simulationResults.data?.byId };
    return {
      of: place.workflowId,
      byId: { ...known, ...Object.fromEntries(data.map((one) => [one.id, one])) },
    };
  });
}

/** Reads them, and runs those that cost nothing: opening a dialog asks no model. */
export async function checkSimulations(place: WorkflowPlace): Promise<void> {
  await loadSimulations(place);
  const isScripted = simulations.data?.items.some(({ customer }) => !customer);
  if (isScripted) await runSimulations(place);
}

/** Adds it, or changes the one of its ID; gives it as it is then. */
export async function saveSimulation(
  place: WorkflowPlace,
  { id, ...data }: Omit<Simulation, "id"> & { id: string | null },
): Promise<Simulation> {
  const items = simulations.data?.items ?? [];
  if (id === null) {
    const { data: added } = await client.call(createWorkflowSimulation, {
      params: paramsOf(place),
      body: { data },
    });
    fill(simulations, { of: place.workflowId, items: [...items, added] });
    return added;
  }
  const params = { ...paramsOf(place), simulationId: id };
  const { data: saved } = await client.call(updateWorkflowSimulation, { params, body: { data } });
  fill(simulations, { of: place.workflowId, items: items.map((one) => (one.id === id ? saved : one)) });
  return saved;
}

export async function deleteSimulation(place: WorkflowPlace, simulationId: string): Promise<void> {
  const params = { ...paramsOf(place), simulationId };
  await client.call(removeWorkflowSimulation, { params, query: { confirmed: "true" } });
  const items = (simulations.data?.items ?? []).filter(({ id }) => id !== simulationId);
  fill(simulations, { of: place.workflowId, items });
}
