import { useMemo } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Select } from "../../../shared/ui/Select.tsx";
import type { SelectOption } from "../../../shared/ui/Select.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { listCountries } from "../../state/accounts/countries.ts";
import type { PlaceOption } from "../../state/accounts/countries.ts";
import { useStates } from "./useStates.ts";

/** Where an organization is: ISO codes; null where it says nothing. */
export interface Place {
  country: string | null;
  state: string | null;
}

interface PlaceFieldsProps extends Place {
  onChange: (place: Place) => void;
  errors?: { country?: string | undefined; state?: string | undefined };
}

/**
 * Country, then the state of that country where it has any. The states' names come by a script of their own; until it is
 * there the field shows the code that is chosen, and the rest of the form works without it.
 */
export function PlaceFields({ country, state, onChange, errors = {} }: PlaceFieldsProps): ReactNode {
  const countries = useMemo(() => listCountries(), []);
  const { states, hasFailed, loadAgain } = useStates(country);
  const shown = states ?? (state ? [{ code: state, label: state }] : []);
  return (
    <div className={fields}>
      <Select
        label="Country"
        value={country ?? ""}
        options={withNone(countries)}
        onChange={(code) => onChange({ country: code || null, state: null })}
        error={errors.country}
      />
      {shown.length > 0 && (
        <Select
          label="State"
          value={state ?? ""}
          options={withNone(shown)}
          onChange={(code) => onChange({ country, state: code || null })}
          error={errors.state}
          isDisabled={!states}
        />
      )}
      {hasFailed && (
        <p role="alert">
          States could not be read.
          <Button size="small" onClick={loadAgain}>
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}

function withNone(places: readonly PlaceOption[]): SelectOption[] {
  return [{ value: "", label: "Not set" }, ...places.map(({ code, label }) => ({ value: code, label }))];
}

const fields = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(160px, 100%), 1fr));
  gap: 16px;
  & > p {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 10px;
    color: var(--ph-danger-text);
    font-size: var(--ph-text-s);
  }
`;
