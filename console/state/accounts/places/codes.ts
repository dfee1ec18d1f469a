import { allCountries } from "country-region-data";

/** The ISO codes of all countries. */
export default allCountries.map(([, code]): string => code);
