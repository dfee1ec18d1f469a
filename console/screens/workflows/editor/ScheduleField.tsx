import { useState } from "react";
import type { ReactNode } from "react";
import { Select } from "../../../../shared/ui/Select.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { describeCron } from "../describeCron.ts";
import { pairRow } from "../forms/formRows.ts";

interface ScheduleFieldProps {
  cron: string;
  onChange: (cron: string) => void;
  error: string | undefined;
  isReadOnly: boolean;
}

const dayOptions = [
  { value: "*", label: "Every day" },
  { value: "1-5", label: "Every weekday" },
  ...["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map((label, at) => ({
    value: String((at + 1) % 7),
    label,
  })),
  { value: "own", label: "Own schedule (cron)" },
];

/** A time of day with its days, or five fields of cron. */
export function ScheduleField({ cron, onChange, error, isReadOnly }: ScheduleFieldProps): ReactNode {
  const [minute = "", hour = "", day, month, weekday = ""] = cron.split(" ");
  const isTime = /^\d+$/.test(minute) && /^\d+$/.test(hour) && day === "*" && month === "*";
  // What is typed may be a usual schedule for a moment, and stays a line of cron.
  const [isTyping, setIsTyping] = useState(false);
  const isUsual = !isTyping && isTime && dayOptions.some(({ value }) => value === weekday);
  return (
    <>
      <div className={pairRow}>
        <Select
          label="Days"
          value={isUsual ? weekday : "own"}
          options={dayOptions}
          onChange={(value) => {
            setIsTyping(value === "own");
            if (value !== "own") onChange(write({ minute, hour, days: value }));
          }}
          isDisabled={isReadOnly}
        />
        {isUsual && (
          <TextField
            label="Time"
            type="time"
            value={`${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`}
            onChange={(time) => {
              const [hours = "", minutes = ""] = time.split(":");
              // Empty while a part of it is typed again.
              if (time !== "") onChange(write({ minute: minutes, hour: hours, days: weekday }));
            }}
            isDisabled={isReadOnly}
          />
        )}
      </div>
      {!isUsual && (
        <TextField
          label="Schedule"
          value={cron}
          onChange={(typed) => {
            setIsTyping(true);
            onChange(typed);
          }}
          error={error}
          hint={`Minute, hour, day, month, weekday. ${describeCron(cron)}.`}
          isDisabled={isReadOnly}
        />
      )}
    </>
  );
}

function write({ minute, hour, days }: { minute: string; hour: string; days: string }): string {
  const number = (text: string, other: number) => (/^\d+$/.test(text) ? Number(text) : other);
  return `${number(minute, 0)} ${number(hour, 9)} * * ${days}`;
}
