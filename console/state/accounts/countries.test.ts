import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { createOrganization } from "../../../shared/contract/accounts/accounts.ts";
import { listCountries, loadStates } from "./countries.ts";

describe("the countries", () => {
  it("have a label and a code each, by label", () => {
    const countries = listCountries();
    expect(countries.length).toBeGreaterThan(240);
    expect(countries).toContainEqual({ code: "PT", label: "Portugal" });
    const labels = countries.map(({ label }) => label);
    expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other, "en")));
    expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length);
    expect(countries.filter(({ code, label }) => code === label)).toEqual([]);
  });

  it("are called as the language calls them", () => {
    expect(listCountries("de")).toContainEqual({ code: "DE", label: "Deutschland" });
  });

  it.each([
    ["US", "CA", "California"],
    ["AD", "02", "Canillo"],
    ["CZ", "10", "Hlavní město Praha"],
    ["DE", "BY", "Bayern"],
    ["GB", "LND", "London"],
    ["IN", "KA", "Karnataka"],
    ["RO", "RO-AB", "Alba"],
    ["TR", "34", "Istanbul"],
    ["ZW", "HA", "Harare"],
  ])("give their states by the country's code: %s has %s, %s", async (country, code, label) => {
    const states = await loadStates(country);
    expect(states.map((state) => state.code)).toContain(code);
    expect(states.find((state) => state.code === code)?.label).toBe(label);
  });

  it.each(["CK", "??", ""])("without coded states, as %j, give none", async (country) => {
    expect(await loadStates(country)).toEqual([]);
  });

  it("and their states are taken by the call that stores them", async () => {
    const refused: string[] = [];
    for (const { code: country } of listCountries()) {
      for (const state of [null, ...(await loadStates(country)).map(({ code }) => code)]) {
        const data = { name: "Harbour", country, state };
        if (!v.is(createOrganization.body ?? v.never(), { data })) refused.push(`${country}-${state}`);
      }
    }
    expect(refused).toEqual([]);
  });
});
