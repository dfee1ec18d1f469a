import type { ReactNode } from "react";
import { Select } from "../../../shared/ui/Select.tsx";
import { listTimeZones } from "../../parts/timeZones.ts";

interface TimeZoneFieldProps {
  value: string;
  onChange: (timeZone: string) => void;
  error?: string | undefined;
  isDisabled?: boolean;
}

/** The time zone of an organization, among those that the browser knows; one that it does not know stays choosable. */
export function TimeZoneField({ value, onChange, error, isDisabled = false }: TimeZoneFieldProps): ReactNode {
  const zones = [...new Set([...listTimeZones(), value])].sort();
  return (
    <Select
      label="Time zone"
      hint="Used for dates in reports."
      value={value}
      options={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
      onChange={onChange}
      error={error}
      isDisabled={isDisabled}
    />
  );
}
