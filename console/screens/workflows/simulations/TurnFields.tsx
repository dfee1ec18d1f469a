import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { ArrowUp } from "lucide-react";
import type { Graph } from "../../../../shared/domain/workflows/graph.ts";
import { nameOfStep } from "../../../../shared/domain/workflows/describeStep.ts";
import { stepKinds } from "../../../../shared/domain/workflows/steps.ts";
import { turnKinds } from "../../../../shared/domain/workflows/simulations.ts";
import type { Turn, TurnKind } from "../../../../shared/domain/workflows/simulations.ts";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { copyShown } from "../../../state/shell/copyShown.ts";
import { InputRows } from "../forms/InputRows.tsx";
import { Tick } from "../forms/Tick.tsx";

interface TurnFieldsProps {
  turn: Turn;
  graph: Snapshot<Graph>;
  /** A model plays the customer, so the visitor has no turns. */
  hasCustomer: boolean;
  onChange: (turn: Turn) => void;
  onMoveUp: (() => void) | undefined;
  errorOf: (field: string) => string | undefined;
  isReadOnly: boolean;
}

/** What one turn of a script is, with its fields. */
export function TurnFields(props: TurnFieldsProps): ReactNode {
  const { turn, hasCustomer, onChange, onMoveUp, isReadOnly } = props;
  const offered = hasCustomer ? kinds.filter(({ value }) => value !== "visitor" && value !== "form") : kinds;
  return (
    <>
      <div className={head}>
        <Select
          label="What happens"
          value={turn.kind}
          options={offered}
          onChange={(kind) => onChange(makeTurn(kind as TurnKind, turn))} // a value of the options
          isDisabled={isReadOnly}
        />
        {!isReadOnly && onMoveUp && (
          <IconButton label="Move up" size="small" onClick={onMoveUp}>
            <ArrowUp size={16} aria-hidden />
          </IconButton>
        )}
      </div>
      <Fields {...props} />
    </>
  );
}

function Fields({ turn, graph, onChange, errorOf, isReadOnly }: TurnFieldsProps): ReactNode {
  const steps = graph.steps.map((step) => ({
    value: step.id,
    label: nameOfStep(copyShown(step)),
    kind: step.kind,
  }));
  const choose = (some: typeof steps) => [{ value: "", label: "Choose a step" }, ...some];
  switch (turn.kind) {
    case "visitor":
    case "says":
      return (
        <TextField
          label={turn.kind === "says" ? "Contains" : "Message"}
          value={turn.text}
          onChange={(text) => onChange({ ...turn, text })}
          error={errorOf("text")}
          isDisabled={isReadOnly}
        />
      );
    case "form":
      return (
        <InputRows
          label="Fields"
          noun="field"
          values={turn.values}
          onChange={(values) => onChange({ ...turn, values })}
          names={listFields(graph)}
          variables={[]}
          isReadOnly={isReadOnly}
        />
      );
    case "team":
      return (
        <Select
          label="Decision"
          value={turn.decision}
          options={[
            { value: "approve", label: "Approves" },
            { value: "decline", label: "Declines" },
          ]}
          onChange={(decision) => onChange({ ...turn, decision: decision as typeof turn.decision })} // a value of the options
          isDisabled={isReadOnly}
        />
      );
    case "result":
      return (
        <>
          <Select
            label="Step"
            value={turn.stepId}
            options={choose(steps.filter(({ kind }) => stepKinds[kind].mayFail))}
            onChange={(stepId) => onChange({ ...turn, stepId })}
            error={errorOf("stepId")}
            isDisabled={isReadOnly}
          />
          <TextArea
            label={turn.fails ? "Error" : "Value (JSON)"}
            rows={2}
            value={turn.value}
            onChange={(value) => onChange({ ...turn, value })}
            error={errorOf("value")}
            isDisabled={isReadOnly}
          />
          <Tick
            label="The step fails"
            isOn={turn.fails}
            onChange={(fails) => onChange({ ...turn, fails })}
            isDisabled={isReadOnly}
          />
        </>
      );
    case "reaches":
      return (
        <Select
          label="Step"
          value={turn.stepId}
          options={choose(steps)}
          onChange={(stepId) => onChange({ ...turn, stepId })}
          error={errorOf("stepId")}
          isDisabled={isReadOnly}
        />
      );
    default:
      return turn satisfies never;
  }
}

/** The fields of all forms that the workflow shows, each name once. */
function listFields({ steps }: Snapshot<Graph>): { id: string; label: string }[] {
  const fields = steps.flatMap((step) => (step.kind === "form" ? step.config.fields : []));
  return [...new Map(fields.map(({ id, label }) => [id, { id, label: label || id }])).values()];
}

/** Keeps the words where the next kind has some, too. */
function makeTurn(kind: TurnKind, before: Turn): Turn {
  const text = "text" in before ? before.text : "";
  const stepId = "stepId" in before ? before.stepId : "";
  switch (kind) {
    case "visitor":
    case "says":
      return { kind, text };
    case "form":
      return { kind, values: {} };
    case "team":
      return { kind, decision: "approve" };
    case "result":
      return { kind, stepId, value: "{}", fails: false };
    case "reaches":
      return { kind, stepId };
    default:
      return kind satisfies never;
  }
}

const kinds = Object.entries(turnKinds).map(([value, label]) => ({ value, label }));

const head = css`
  display: flex;
  align-items: flex-end;
  gap: 4px;
  & > :first-child {
    flex: 1;
  }
`;
