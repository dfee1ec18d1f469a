import { allCountries } from "country-region-data";

/** By a country's code, the names and codes of its states. */
export type States = Record<string, (readonly [label: string, code: string])[]>;

/** Gives the states of the countries whose codes begin with these letters. What has no code can't be stored: it is left out. */
export function statesOf(from: string, to: string): States {
  const countries = allCountries.filter(([, code]) => code.slice(0, 1) >= from && code.slice(0, 1) <= to);
  return Object.fromEntries(
    countries.map(([, code, regions]) => [
      code,
      regions.filter(([, state]) => state && state !== "undefined"),
    ]),
  );
}
