import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Graph } from "../../../../shared/domain/workflows/graph.ts";
import { maxTurns } from "../../../../shared/domain/workflows/simulations.ts";
import type { Simulation, Turn } from "../../../../shared/domain/workflows/simulations.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { useAction } from "../../../parts/useAction.ts";
import { copyShown } from "../../../state/shell/copyShown.ts";
import { runSimulations, saveSimulation, simulationResults } from "../../../state/workflows/simulations.ts";
import type { WorkflowPlace } from "../../../state/workflows/workflows.ts";
import { formRows } from "../forms/formRows.ts";
import { Rows } from "../../../parts/Rows.tsx";
import { plural } from "../../../../shared/words/language.ts";
import { CustomerFields } from "./CustomerFields.tsx";
import { TurnFields } from "./TurnFields.tsx";

interface EditSimulationProps {
  place: WorkflowPlace;
  graph: Snapshot<Graph>;
  /** Null for a new one. */
  simulation: Snapshot<Simulation> | null;
  isReadOnly: boolean;
  onClose: () => void;
}

/** The script of a simulation, and below it what was said when it ran. */
export function EditSimulation(props: EditSimulationProps): ReactNode {
  const { place, graph, simulation, isReadOnly, onClose } = props;
  const [id, setId] = useState(simulation?.id ?? null);
  const [typed, setTyped] = useState<Omit<Simulation, "id">>(
    () => (simulation ? withoutId(copyShown(simulation) as Simulation) : emptySimulation), // a copy may be written to
  );
  // The script stays while somebody tries a customer that a model plays, which has no lines.
  const isShown = (turn: Turn) => !typed.customer || isExpected(turn);
  const turns = typed.turns.filter(isShown);
  const results = useSnapshot(simulationResults);
  const result = id === null ? undefined : results.data?.byId[id];
  const saving = useAction(async () => {
    const saved = await saveSimulation(place, { ...typed, turns, id });
    setId(saved.id);
    await runSimulations(place, saved.id);
  });
  const rows = turns.map((turn) => ({ turn }));
  const setTurns = (changed: Turn[]) =>
    setTyped({ ...typed, turns: replaceTurns({ all: typed.turns, isShown, by: changed }) });
  const errorAt = (path: string) => findFieldError(saving.error, path);
  return (
    <Dialog
      title={simulation?.name ?? "New simulation"}
      onClose={onClose}
      width={740}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {!isReadOnly && (
            <Button kind="primary" isBusy={saving.isBusy} onClick={() => void saving.run()}>
              Save and run
            </Button>
          )}
        </>
      }
    >
      <div className={formRows}>
        <TextField
          label="Name"
          value={typed.name}
          onChange={(name) => setTyped({ ...typed, name })}
          error={errorAt("name")}
          maxLength={120}
          isDisabled={isReadOnly}
        />
        <TextArea
          label="Inputs (JSON)"
          hint="The workflow’s inputs, or the body of its webhook."
          rows={2}
          value={typed.input}
          onChange={(input) => setTyped({ ...typed, input })}
          error={errorAt("input")}
          isDisabled={isReadOnly}
        />
        <CustomerFields
          customer={typed.customer ?? null}
          onChange={(customer) => setTyped({ ...typed, customer })}
          errorOf={(field) => errorAt(`customer.${field}`)}
          isReadOnly={isReadOnly}
        />
        <Rows
          label={typed.customer ? "Expectations" : "Script"}
          noun={typed.customer ? "expectation" : "turn"}
          rows={rows}
          most={maxTurns}
          onChange={(changed) => setTurns(changed.map(({ turn }) => turn))}
          makeRow={() => ({ turn: { kind: "says", text: "" } as Turn })}
          error={errorAt("turns")}
          isReadOnly={isReadOnly}
        >
          {({ turn }, set, at) => (
            <TurnFields
              turn={turn}
              graph={graph}
              hasCustomer={Boolean(typed.customer)}
              onChange={(next) => set({ turn: next })}
              onMoveUp={at === 0 ? undefined : () => setTurns(moveUp(turns, at))}
              errorOf={(field) => errorAt(`turns.${at}.${field}`)}
              isReadOnly={isReadOnly}
            />
          )}
        </Rows>
        {saving.error && <ErrorNotice title="The simulation wasn’t saved." error={saving.error} />}
        {results.status === "failed" && results.error && (
          <ErrorNotice title="The simulation wasn’t run." error={results.error} />
        )}
        {result && (
          <section className={outcome} aria-label="Result">
            <p>
              <Badge tone={result.passed ? "success" : "danger"}>{result.passed ? "Passed" : "Failed"}</Badge>{" "}
              {result.turn !== null && `Turn ${result.turn + 1}: `}
              {result.problem}
              {result.credits !== undefined && (
                <small>
                  {plural(result.credits, {
                    one: "The customer’s model cost {count} credit.",
                    other: "The customer’s model cost {count} credits.",
                  })}
                </small>
              )}
            </p>
            <ol>
              {result.lines.map(({ by, text }, at) => (
                // Lines have no identity of their own; the place is the line.
                <li key={at} data-by={by}>
                  <small>{speakers[by]}</small>
                  {text}
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
    </Dialog>
  );
}

function withoutId({ id: _id, ...simulation }: Simulation): Omit<Simulation, "id"> {
  return simulation;
}

/** Whether a turn is not the visitor's own. */
function isExpected({ kind }: Turn): boolean {
  return kind !== "visitor" && kind !== "form";
}

interface Replacement {
  all: readonly Turn[];
  isShown: (turn: Turn) => boolean;
  by: readonly Turn[];
}

/** All turns with others in place of some; the rest keep their places. */
function replaceTurns({ all, isShown, by }: Replacement): Turn[] {
  const left = [...by];
  return [...all.flatMap((turn) => (isShown(turn) ? left.splice(0, 1) : [turn])), ...left];
}

const speakers = { visitor: "Visitor", workflow: "Workflow", team: "Member", event: "" } as const;

const emptySimulation = { name: "", input: "{}", turns: [{ kind: "visitor", text: "" } as Turn] };

function moveUp(turns: readonly Turn[], at: number): Turn[] {
  return turns.map((turn, index) =>
    index === at - 1 ? (turns[at] ?? turn) : index === at ? (turns[at - 1] ?? turn) : turn,
  );
}

const outcome = css`
  display: grid;
  gap: 10px;
  min-width: 0;
  & > ol {
    display: grid;
    gap: 6px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    padding: 8px 12px;
    border-radius: var(--ph-radius-s);
    background: var(--ph-hover);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  & li[data-by="event"] {
    background: none;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & small {
    display: block;
    color: var(--ph-text-2);
    font-size: var(--ph-text-xs);
  }
`;
