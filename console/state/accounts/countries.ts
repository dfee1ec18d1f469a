import codes from "./places/codes.ts";
import type { States } from "./places/statesOf.ts";

/** A country or a state, as it is chosen. */
export interface PlaceOption {
  code: string;
  label: string;
}

/** The states of all countries, in parts by the first letter of the country's code. */
const parts: readonly [lastLetter: string, load: () => Promise<{ default: States }>][] = [
  ["C", () => import("./places/aToC.ts")],
  ["G", () => import("./places/dToG.ts")],
  ["L", () => import("./places/hToL.ts")],
  ["R", () => import("./places/mToR.ts")],
  ["T", () => import("./places/sToT.ts")],
  ["Z", () => import("./places/uToZ.ts")],
];

/** Gives all countries by name. */
export function listCountries(language = "en"): PlaceOption[] {
  const countries = codes.map((code) => ({ code, label: nameCountry(code, language) }));
  return countries.sort((one, other) => one.label.localeCompare(other.label, language));
}

/** Gives the name of a country as the browser knows it. */
export function nameCountry(code: string, language = "en"): string {
  return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;
}

/** Gives the states of a country by name; none where it has none, or where they have no codes. */
export async function loadStates(country: string): Promise<PlaceOption[]> {
  const part = parts.find(([lastLetter]) => country.slice(0, 1) <= lastLetter);
  const states = (await part?.[1]())?.default[country] ?? [];
  const options = states.map(([label, code]) => ({ code, label }));
  return options.sort((one, other) => one.label.localeCompare(other.label));
}
