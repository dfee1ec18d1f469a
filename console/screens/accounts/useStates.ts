import { useCallback, useEffect, useState } from "react";
import { loadStates } from "../../state/accounts/countries.ts";
import type { PlaceOption } from "../../state/accounts/countries.ts";

interface StatesOf {
  country: string;
  states: PlaceOption[] | null;
  hasFailed: boolean;
}

/** The states of a country, by a script of their own; null until they are there. */
export function useStates(country: string | null): Omit<StatesOf, "country"> & { loadAgain: () => void } {
  const [read, setRead] = useState<StatesOf | null>(null);
  const load = useCallback(() => {
    if (!country) return;
    setRead({ country, states: null, hasFailed: false });
    const take = (states: PlaceOption[] | null) =>
      setRead((now) => (now?.country === country ? { country, states, hasFailed: states === null } : now));
    loadStates(country).then(take, () => take(null));
  }, [country]);
  useEffect(load, [load]);
  const isThis = read !== null && read.country === country;
  return { states: isThis ? read.states : null, hasFailed: isThis && read.hasFailed, loadAgain: load };
}
