import { useState } from "react";
import type { ReactNode } from "react";
import { readLastDays } from "../../../../shared/domain/lastDays.ts";
import { Field } from "../../../../shared/ui/Field.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { controlStyle } from "../../../../shared/ui/fieldStyle.ts";
import { useQuery } from "../../../parts/useQuery.ts";

interface PeriodFilterProps {
  /** What its beginning and its end are called in the address. */
  from: string;
  until: string;
  /** What happened then: `Active`. */
  label: string;
}

const firstDays = 7;
const mostDays = 999;

/** Narrows the list by when something was: in the last days, whenever somebody looks, or between two days. */
export function PeriodFilter({ from, until, label }: PeriodFilterProps): ReactNode {
  const query = useQuery();
  const [isBetween, setBetween] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const days = readLastDays(query.read(from));
  const hasDates = !days && (isBetween || query.read(from) || query.read(until));
  const set = (start: string | null) => query.set({ [from]: start, [until]: null }, { replace: true });
  return (
    <>
      <Select
        label={label}
        value={days ? "last" : hasDates ? "between" : ""}
        options={[
          { value: "", label: "Any time" },
          { value: "last", label: "In the last days" },
          { value: "between", label: "Between dates" },
        ]}
        onChange={(value) => {
          setBetween(value === "between");
          set(value === "last" ? `${firstDays}d` : null);
        }}
      />
      {days && (
        <Field label={`${label}: days`}>
          {(ids) => (
            <input
              {...ids}
              type="number"
              min={1}
              max={mostDays}
              value={typed ?? days}
              onBlur={() => setTyped(null)}
              className={controlStyle}
              onChange={({ currentTarget: { value } }) => {
                // Empty while another number is typed.
                setTyped(value);
                if (readLastDays(`${Number(value)}d`)) set(`${Number(value)}d`);
              }}
            />
          )}
        </Field>
      )}
      {hasDates && (
        <>
          <Day name={from} label={`${label} from`} />
          <Day name={until} label={`${label} until`} />
        </>
      )}
    </>
  );
}

function Day({ name, label }: { name: string; label: string }): ReactNode {
  const query = useQuery();
  return (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          type="date"
          value={query.read(name)}
          className={controlStyle}
          onChange={(event) => query.set({ [name]: event.currentTarget.value || null }, { replace: true })}
        />
      )}
    </Field>
  );
}
