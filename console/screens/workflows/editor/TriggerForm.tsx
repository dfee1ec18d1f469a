import type { ReactNode } from "react";
import {
  hookAuths,
  messageMatches,
  triggerKinds,
  workflowEvents,
} from "../../../../shared/domain/workflows/triggers.ts";
import type {
  HookAuth,
  MessageMatch,
  Trigger,
  TriggerKind,
  WorkflowEvent,
} from "../../../../shared/domain/workflows/triggers.ts";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { listTimeZones, ownTimeZone } from "../../../parts/timeZones.ts";
import { formRows } from "../forms/formRows.ts";
import type { StepChoices } from "../../../state/workflows/stepChoices.ts";
import { ScheduleField } from "./ScheduleField.tsx";
import { ServiceFields } from "./ServiceFields.tsx";

interface TriggerFormProps {
  trigger: Trigger;
  /** Of the agent; null while they are read. */
  connections: StepChoices["connections"] | null;
  onChange: (trigger: Trigger) => void;
  error: RequestError | null;
  isReadOnly: boolean;
}

const kindOptions = Object.entries(triggerKinds).map(([value, { label }]) => ({ value, label }));
const matchOptions = Object.entries(messageMatches).map(([value, label]) => ({ value, label }));
const eventOptions = Object.entries(workflowEvents).map(([value, label]) => ({ value, label }));
const authOptions = Object.entries(hookAuths).map(([value, label]) => ({ value, label }));

/** What begins the workflow's runs. */
export function TriggerForm({
  trigger,
  connections,
  onChange,
  error,
  isReadOnly,
}: TriggerFormProps): ReactNode {
  return (
    <div className={formRows}>
      <Select
        label="Starts"
        value={trigger.kind}
        options={kindOptions}
        onChange={(kind) => onChange(makeTrigger(kind as TriggerKind))} // a value of the options
        hint={triggerKinds[trigger.kind].description}
        isDisabled={isReadOnly}
      />
      <TriggerFields {...{ trigger, connections, onChange, error, isReadOnly }} />
    </div>
  );
}

function TriggerFields({ trigger, connections, onChange, error, isReadOnly }: TriggerFormProps): ReactNode {
  const errorOf = (field: string) => findFieldError(error, `trigger.${field}`);
  switch (trigger.kind) {
    case "manual":
      return null;
    case "message":
      return (
        <>
          <Select
            label="Which messages"
            value={trigger.match}
            options={matchOptions}
            onChange={(match) => onChange({ ...trigger, match: match as MessageMatch })} // a value of the options
            isDisabled={isReadOnly}
          />
          {(trigger.match === "words" || trigger.match === "intent") && (
            <LinesOf
              label={trigger.match === "words" ? "Words, one per line" : "Examples, one per line"}
              placeholder={trigger.match === "words" ? "refund\nmoney back" : "I want my money back"}
              lines={trigger.phrases}
              onChange={(phrases) => onChange({ ...trigger, phrases })}
              error={errorOf("phrases")}
              isReadOnly={isReadOnly}
            />
          )}
        </>
      );
    case "event":
      return (
        <Select
          label="Event"
          value={trigger.event}
          options={eventOptions}
          onChange={(event) => onChange({ ...trigger, event: event as WorkflowEvent })} // a value of the options
          isDisabled={isReadOnly}
        />
      );
    case "schedule":
      return (
        <>
          <ScheduleField
            cron={trigger.cron}
            onChange={(cron) => onChange({ ...trigger, cron })}
            error={errorOf("cron")}
            isReadOnly={isReadOnly}
          />
          <Select
            label="Time zone"
            value={trigger.timeZone}
            options={[...new Set([trigger.timeZone, ...listTimeZones()])].map((value) => ({
              value,
              label: value,
            }))}
            onChange={(timeZone) => onChange({ ...trigger, timeZone })}
            error={errorOf("timeZone")}
            isDisabled={isReadOnly}
          />
        </>
      );
    case "webhook":
      return (
        <>
          <Select
            label="Authentication"
            value={trigger.auth}
            options={authOptions}
            onChange={(auth) =>
              onChange({ ...trigger, auth: auth as HookAuth, name: defaultNames[auth] ?? "" })
            } // a value of the options
            isDisabled={isReadOnly}
          />
          {(trigger.auth === "header" || trigger.auth === "basic") && (
            <TextField
              label={trigger.auth === "header" ? "Header" : "User name"}
              value={trigger.name}
              onChange={(name) => onChange({ ...trigger, name })}
              error={errorOf("name")}
              limit={100}
              isDisabled={isReadOnly}
            />
          )}
        </>
      );
    case "service":
      return <ServiceFields {...{ trigger, connections, onChange, errorOf, isReadOnly }} />;
    case "skill":
      return (
        <>
          <TextField
            label="Name for the model"
            value={trigger.name}
            onChange={(name) => onChange({ ...trigger, name: name.replace(/[^\w-]/g, "_").slice(0, 64) })}
            error={errorOf("name")}
            isDisabled={isReadOnly}
          />
          <TextArea
            label="When to use it"
            rows={2}
            value={trigger.description}
            placeholder="When a customer asks for their money back."
            onChange={(description) => onChange({ ...trigger, description })}
            error={errorOf("description")}
            isDisabled={isReadOnly}
          />
          <LinesOf
            label="Examples, one per line"
            placeholder="I want my money back"
            lines={trigger.examples}
            onChange={(examples) => onChange({ ...trigger, examples })}
            error={errorOf("examples")}
            isReadOnly={isReadOnly}
          />
        </>
      );
  }
}

const defaultNames: Record<string, string> = { header: "X-Secret", basic: "workflow" };

interface LinesOfProps {
  label: string;
  placeholder: string;
  lines: readonly string[];
  onChange: (lines: string[]) => void;
  error: string | undefined;
  isReadOnly: boolean;
}

function LinesOf({ label, placeholder, lines, onChange, error, isReadOnly }: LinesOfProps): ReactNode {
  return (
    <TextArea
      label={label}
      rows={4}
      value={lines.join("\n")}
      placeholder={placeholder}
      onChange={(text) => onChange(text.split("\n"))}
      onBlur={() => onChange(lines.map((line) => line.trim()).filter(Boolean))}
      error={error}
      isDisabled={isReadOnly}
    />
  );
}

function makeTrigger(kind: TriggerKind): Trigger {
  switch (kind) {
    case "manual":
      return { kind };
    case "message":
      return { kind, match: "first", phrases: [] };
    case "event":
      return { kind, event: "conversation.started" };
    case "schedule":
      return { kind, cron: "0 9 * * 1-5", timeZone: ownTimeZone() };
    case "webhook":
      return { kind, auth: "signature", name: "" };
    case "service":
      return { kind, connection: "", events: [] };
    case "skill":
      return { kind, name: "run_workflow", description: "", examples: [] };
  }
}
