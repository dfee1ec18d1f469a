import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { plural } from "../../../../shared/words/language.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { checkSimulations, simulationResults, simulations } from "../../../state/workflows/simulations.ts";
import type { WorkflowPlace } from "../../../state/workflows/workflows.ts";

/** How the draft does in its simulations, before it is published. */
export function SimulationCheck({
  place,
  onClose,
}: {
  place: WorkflowPlace;
  onClose: () => void;
}): ReactNode {
  const { orgId, agentId, workflowId } = place;
  const list = useSnapshot(simulations);
  const results = useSnapshot(simulationResults);
  const query = useQuery();
  useEffect(() => void checkSimulations({ orgId, agentId, workflowId }), [orgId, agentId, workflowId]);
  const items = (list.data?.items ?? []).filter(({ customer }) => !customer);
  if (list.status !== "ready" || items.length === 0) return null;
  if (results.status === "failed")
    return <p>The simulations couldn’t be run. You can publish without them.</p>;
  if (results.status !== "ready" || !results.data) return <Skeleton height="20px" />;
  const { byId } = results.data;
  const failed = items.filter(({ id }) => byId[id]?.passed === false);
  if (failed.length === 0)
    return (
      <p>{plural(items.length, { one: "The simulation passes.", other: "All {count} simulations pass." })}</p>
    );
  return (
    <>
      <p>{plural(failed.length, { one: "{count} simulation fails:", other: "{count} simulations fail:" })}</p>
      <ul>
        {failed.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => {
                onClose();
                query.set({ view: "simulations", look: null, step: null, simulation: id });
              }}
            >
              {name}
            </button>
            : {byId[id]?.problem}
          </li>
        ))}
      </ul>
    </>
  );
}
