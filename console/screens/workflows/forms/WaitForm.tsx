import type { ReactNode } from "react";
import { workflowEvents } from "../../../../shared/domain/workflows/triggers.ts";
import type { WorkflowEvent } from "../../../../shared/domain/workflows/triggers.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { Choices } from "../../../parts/Choices.tsx";
import { DurationField } from "./DurationField.tsx";
import { formRows } from "./formRows.ts";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

const kinds = [
  { value: "time" as const, label: "Time" },
  { value: "date" as const, label: "Date" },
  { value: "event" as const, label: "Event" },
];
const eventOptions = Object.entries(workflowEvents).map(([value, label]) => ({ value, label }));
const mostSeconds = 60 * 86_400;

/** What is waited for, and how long. */
export function WaitForm({
  config,
  onChange,
  errorOf,
  variables,
  isReadOnly,
}: StepFormProps<"wait">): ReactNode {
  const { until, seconds, date, event } = config;
  return (
    <div className={formRows}>
      <Choices
        label="Wait for"
        value={until}
        options={kinds}
        onChange={(value) => onChange({ until: value })}
        {...(isReadOnly && { heldBy: "Your role can’t change workflows." })}
      />
      {until === "event" && (
        <Select
          label="Event"
          value={event}
          options={eventOptions}
          onChange={(value) => onChange({ event: value as WorkflowEvent })} // a value of the options
          isDisabled={isReadOnly}
        />
      )}
      {until === "date" ? (
        <VariableField
          label="Date and time"
          value={date}
          placeholder="2026-12-24T09:00:00Z"
          onChange={(text) => onChange({ date: text })}
          variables={variables}
          error={errorOf("date")}
          isDisabled={isReadOnly}
        />
      ) : (
        <DurationField
          label={until === "event" ? "At most" : "For"}
          seconds={seconds}
          most={mostSeconds}
          onChange={(value) => onChange({ seconds: value })}
          isReadOnly={isReadOnly}
        />
      )}
    </div>
  );
}
