import { useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { SourceSchedule } from "../../../shared/contract/knowledge/sourceSchedule.ts";
import { isTimeZone } from "../../../shared/domain/openingHours.ts";
import { findNextSync } from "../../../shared/domain/syncSchedule.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { Field } from "../../../shared/ui/Field.tsx";
import { controlStyle } from "../../../shared/ui/fieldStyle.ts";
import { Select } from "../../../shared/ui/Select.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { listTimeZones, ownTimeZone } from "../../parts/timeZones.ts";
import { useAction } from "../../parts/useAction.ts";
import { useNow } from "../../parts/useNow.ts";
import type { SourcePlace } from "../../state/knowledge/dataSources.ts";
import { changeSchedule } from "../../state/knowledge/sourceSync.ts";
import { weekdays } from "../../parts/weekdays.ts";
import { describeDay } from "./describeSchedule.ts";

interface ScheduleDialogProps {
  schedule: Snapshot<SourceSchedule> | null;
  place: SourcePlace;
  onClose: () => void;
}

const intervals: { value: SourceSchedule["every"]; label: string }[] = [
  { value: "hourly", label: "Every hour" },
  { value: "daily", label: "Every day" },
  { value: "weekly", label: "Every week" },
  { value: "monthly", label: "Every month" },
];
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Says when a source is synced by itself, with the moment that comes of it. */
export function ScheduleDialog({ schedule, place, onClose }: ScheduleDialogProps): ReactNode {
  const [typed, setTyped] = useState(() => ({
    ...{ minute: 0, at: "03:00", weekday: 1, day: 1, timeZone: ownTimeZone() },
    ...{ every: "daily" as SourceSchedule["every"], ...schedule },
  }));
  const formId = useId();
  const now = useNow(60_000);
  const wanted = readSchedule(typed);
  const { run, isBusy, error } = useAction(async () => {
    await changeSchedule(place, wanted);
    showToast("Saved");
  });
  const change = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part });
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run()) onClose();
  };
  const zones = [...new Set([typed.timeZone, ...listTimeZones()])];
  return (
    <Dialog
      title="Sync on a schedule"
      onClose={onClose}
      width={480}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} className={form} onSubmit={handleSubmit} noValidate>
        <Select
          label="How often"
          value={typed.every}
          options={intervals}
          autoFocus
          // A value of the list above.
          onChange={(every) => change({ every: every as SourceSchedule["every"] })}
        />
        <div className={pair}>
          {typed.every === "weekly" && (
            <Select
              label="Weekday"
              value={`${typed.weekday}`}
              options={weekdays.map((label, index) => ({ value: `${index + 1}`, label }))}
              onChange={(weekday) => change({ weekday: Number(weekday) })}
            />
          )}
          {typed.every === "monthly" && (
            <Select
              label="Day of the month"
              hint={typed.day > 28 && typed.day < 31 ? "Shorter months use their last day." : undefined}
              value={`${typed.day}`}
              options={numbers(1, 31).map((day) => ({ value: `${day}`, label: toLabel(describeDay(day)) }))}
              onChange={(day) => change({ day: Number(day) })}
            />
          )}
          {typed.every === "hourly" ? (
            <Select
              label="Minute of the hour"
              value={`${typed.minute}`}
              options={numbers(0, 59).map((minute) => ({ value: `${minute}`, label: `${minute}` }))}
              onChange={(minute) => change({ minute: Number(minute) })}
            />
          ) : (
            <Field label="Time" error={findFieldError(error, "at")}>
              {(ids) => (
                <input
                  {...ids}
                  type="time"
                  className={controlStyle}
                  value={typed.at}
                  onChange={({ currentTarget }) => change({ at: currentTarget.value })}
                />
              )}
            </Field>
          )}
        </div>
        <Select
          label="Time zone"
          value={typed.timeZone}
          options={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
          onChange={(timeZone) => change({ timeZone })}
          error={findFieldError(error, "timeZone")}
        />
        <p role="status">{describeNext(wanted, now)}</p>
        {error && error.fields.length === 0 && <ErrorNotice error={error} />}
      </form>
    </Dialog>
  );
}

interface Typed {
  every: SourceSchedule["every"];
  minute: number;
  at: string;
  weekday: number;
  day: number;
  timeZone: string;
}

/** What was typed, without what the chosen interval does not ask for. Saving continues with one that was paused. */
function readSchedule({ every, minute, at, weekday, day, timeZone }: Typed): SourceSchedule {
  const usual = { timeZone, isPaused: false };
  switch (every) {
    case "hourly":
      return { every, minute, ...usual };
    case "daily":
      return { every, at, ...usual };
    case "weekly":
      return { every, weekday, at, ...usual };
    case "monthly":
      return { every, day, at, ...usual };
  }
}

/** An old browser may not know a zone that the server knows. */
function describeNext(schedule: SourceSchedule, now: number): string {
  const isWhole = schedule.every === "hourly" || schedule.at !== "";
  if (!isWhole || !isTimeZone(schedule.timeZone)) return "";
  return `Next sync: ${describeDateTime(findNextSync(schedule, now))} (your time).`;
}

function toLabel(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const form = css`
  display: grid;
  gap: 18px;
  color: var(--ph-text);
  & > p {
    min-height: 1.5em;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
const pair = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(160px, 1fr));
  gap: 18px;
`;
