import type { ReactNode } from "react";
import type { Trigger } from "../../../../shared/domain/workflows/triggers.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import type { StepChoices } from "../../../state/workflows/stepChoices.ts";
import { optionsWith } from "../forms/optionsWith.ts";
import { Tick } from "../forms/Tick.tsx";

type ServiceTrigger = Extract<Trigger, { kind: "service" }>;

interface ServiceFieldsProps {
  trigger: ServiceTrigger;
  connections: StepChoices["connections"] | null;
  onChange: (trigger: ServiceTrigger) => void;
  errorOf: (field: string) => string | undefined;
  isReadOnly: boolean;
}

/** The connection whose events start runs, and which of them. */
export function ServiceFields(props: ServiceFieldsProps): ReactNode {
  const { trigger, connections, onChange, errorOf, isReadOnly } = props;
  const known = connections ?? [];
  const chosen = known.find(({ name }) => name === trigger.connection);
  const hasNone = connections !== null && known.length === 0;
  // What the service calls an event that its description doesn't have stays in sight.
  const types = [
    ...(chosen?.events ?? []),
    ...trigger.events
      .filter((type) => !chosen?.events.some((one) => one.type === type))
      .map((type) => ({ type, words: type })),
  ];
  return (
    <>
      <Select
        label="Connection"
        value={trigger.connection}
        options={optionsWith(
          trigger.connection,
          known.map(({ name }) => ({ value: name, label: name })),
          "Choose a connection",
        )}
        onChange={(connection) => onChange({ ...trigger, connection, events: [] })}
        hint={hasNone ? "No service with events is connected. Add one under Integrations." : undefined}
        error={errorOf("connection")}
        isDisabled={isReadOnly}
      />
      {types.length > 0 && (
        <div role="group" aria-label="Events">
          {types.map(({ type, words }) => (
            <Tick
              key={type}
              label={words}
              isOn={trigger.events.includes(type)}
              onChange={(isOn) => {
                const others = trigger.events.filter((one) => one !== type);
                onChange({ ...trigger, events: isOn ? [...others, type] : others });
              }}
              isDisabled={isReadOnly}
            />
          ))}
          {trigger.events.length === 0 && <p>Every event starts a run.</p>}
        </div>
      )}
    </>
  );
}
