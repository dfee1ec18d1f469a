import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { FlaskConical, Play, Plus, Trash2 } from "lucide-react";
import type { SimulationResult } from "../../../../shared/contract/workflows/simulations.ts";
import type { WorkflowDetail } from "../../../../shared/contract/workflows/workflows.ts";
import { maxSimulations } from "../../../../shared/domain/workflows/simulations.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Card } from "../../../parts/Card.tsx";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { framedList } from "../../../parts/framedList.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import {
  deleteSimulation,
  loadSimulations,
  runSimulations,
  simulationResults,
  simulations,
} from "../../../state/workflows/simulations.ts";
import type { WorkflowPlace } from "../../../state/workflows/workflows.ts";
import { EditSimulation } from "./EditSimulation.tsx";

interface SimulationsProps {
  place: WorkflowPlace;
  workflow: Snapshot<WorkflowDetail>;
}

/** The simulations of a workflow, and how they went. */
export function Simulations({ place, workflow }: SimulationsProps): ReactNode {
  const { orgId, agentId, workflowId } = place;
  const resource = useSnapshot(simulations);
  const results = useSnapshot(simulationResults);
  const query = useQuery();
  const open = query.read("simulation") || null;
  const [deleting, setDeleting] = useState<{ id: string; name: string } | null>(null);
  const mayChange = mayDo("workflows.update");
  useEffect(() => void loadSimulations({ orgId, agentId, workflowId }), [orgId, agentId, workflowId]);
  const add = (
    <Button
      icon={<Plus size={16} aria-hidden />}
      disabled={(resource.data?.items.length ?? 0) >= maxSimulations}
      onClick={() => query.set({ simulation: "new" })}
    >
      Add simulation
    </Button>
  );
  return (
    <Loaded
      resource={resource}
      needs="workflows.read"
      failedTitle="The simulations could not be read."
      onRetry={() => void loadSimulations(place)}
      skeleton={<Skeleton height="160px" />}
    >
      {({ items }) => (
        <div className={frame}>
          {items.length === 0 ? (
            <Card>
              <EmptyState
                title="No simulations yet"
                icon={<FlaskConical size={20} aria-hidden />}
                action={mayChange ? add : undefined}
              >
                Script a customer and what the workflow should say. Nothing is sent or changed.
              </EmptyState>
            </Card>
          ) : (
            <>
              {mayChange && (
                <div className={bar}>
                  <Button
                    icon={<Play size={16} aria-hidden />}
                    isBusy={results.status === "loading"}
                    disabled={items.every(({ customer }) => customer)}
                    onClick={() => void runSimulations(place)}
                  >
                    Run all
                  </Button>
                  {add}
                </div>
              )}
              {mayChange && items.some(({ customer }) => customer) && (
                <p className={hint}>Run all skips simulations played by a model, which cost credits.</p>
              )}
              {results.status === "failed" && results.error && (
                <ErrorNotice title="The simulations weren’t run." error={results.error} />
              )}
              <ul className={framedList} aria-label="Simulations">
                {items.map(({ id, name }) => (
                  <li key={id} className={line}>
                    <div>
                      <button type="button" onClick={() => query.set({ simulation: id })}>
                        {name}
                      </button>{" "}
                      <Outcome result={results.data?.byId[id]} />
                    </div>
                    {mayChange && (
                      <RowMenu
                        label={`Actions for ${name}`}
                        actions={[
                          {
                            label: "Run",
                            icon: <Play size={16} aria-hidden />,
                            onChoose: () => void runSimulations(place, id),
                          },
                          {
                            label: "Delete",
                            icon: <Trash2 size={16} aria-hidden />,
                            onChoose: () => setDeleting({ id, name }),
                            isDanger: true,
                          },
                        ]}
                      />
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
          {open !== null && (
            <EditSimulation
              key={open}
              place={place}
              graph={workflow.graph}
              simulation={items.find(({ id }) => id === open) ?? null}
              isReadOnly={!mayChange}
              onClose={() => query.set({ simulation: null })}
            />
          )}
          {deleting && (
            <ConfirmDialog
              title={`Delete ${deleting.name}?`}
              confirmLabel="Delete simulation"
              onConfirm={() => deleteSimulation(place, deleting.id)}
              onClose={() => setDeleting(null)}
            >
              This can&apos;t be undone.
            </ConfirmDialog>
          )}
        </div>
      )}
    </Loaded>
  );
}

function Outcome({ result }: { result: Snapshot<SimulationResult> | undefined }): ReactNode {
  if (!result) return null;
  return (
    <>
      <Badge tone={result.passed ? "success" : "danger"}>{result.passed ? "Passed" : "Failed"}</Badge>
      {result.problem !== null && <small>{result.problem}</small>}
    </>
  );
}

const frame = css`
  display: grid;
  gap: 12px;
  min-width: 0;
`;
const bar = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;
const hint = css`
  margin: 0;
  color: var(--ph-text-2);
  font-size: var(--ph-text-s);
`;
const line = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  padding: 10px 16px;
  & > div {
    min-width: 0;
  }
  & button {
    font-weight: 550;
  }
  & > div > button {
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    text-align: start;
    cursor: pointer;
  }
  & small {
    display: block;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    overflow-wrap: anywhere;
  }
`;
