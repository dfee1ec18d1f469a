import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Field } from "../../../../shared/ui/Field.tsx";
import { controlStyle } from "../../../../shared/ui/fieldStyle.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { listSnoozeTimes, readMoment } from "./snoozeTimes.ts";

interface TimeChoiceProps {
  /** What happens at the time that is typed. */
  confirmLabel: string;
  isBusy: boolean;
  onChoose: (time: number) => void;
}

/** Times that are often meant, each at one click, and a field for any other. */
export function TimeChoice({ confirmLabel, isBusy, onChoose }: TimeChoiceProps): ReactNode {
  const [now] = useState(Date.now);
  const [typed, setTyped] = useState("");
  const time = readMoment(typed, now);
  return (
    <div className={choice}>
      {listSnoozeTimes(now).map(({ label, until }, index) => (
        <Button key={label} autoFocus={index === 0} isBusy={isBusy} onClick={() => onChoose(until)}>
          <span>{label}</span>
          <small>{describeDateTime(until)}</small>
        </Button>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (time !== undefined) onChoose(time);
        }}
      >
        <TimeField label="At another time" value={typed} now={now} onChange={setTyped} />
        <Button type="submit" kind="primary" disabled={time === undefined} isBusy={isBusy}>
          {confirmLabel}
        </Button>
      </form>
    </div>
  );
}

interface TimeFieldProps {
  label: string;
  /** As it is typed: `readMoment` gives the moment. */
  value: string;
  now: number;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}

/** A field for any time to come. */
export function TimeField({ label, value, now, autoFocus, onChange }: TimeFieldProps): ReactNode {
  const isPast = value !== "" && readMoment(value, now) === undefined;
  return (
    <Field label={label} error={isPast ? "Choose a time in the future." : undefined}>
      {(ids) => (
        <input
          {...ids}
          type="datetime-local"
          value={value}
          autoFocus={autoFocus}
          className={controlStyle}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

const choice = css`
  display: grid;
  gap: 8px;
  & > button {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    width: 100%;
    min-height: 40px;
    text-align: start;
  }
  & small {
    flex: none;
    color: var(--ph-text-2);
    font-weight: 400;
  }
  & > form {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: end;
    gap: 10px;
    margin-top: 8px;
  }
  @media (max-width: 480px) {
    & > form {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
