import * as v from "valibot";
import { configuration, makeConfiguration } from "../../shared/contract/configuration.ts";
import type { Configuration } from "../../shared/contract/configuration.ts";
import { readEnvironment } from "../../shared/domain/environment.ts";

/** What an installation decides of the console; what is left out is as if nothing were set. */
export type ConsoleSettings = Partial<Omit<Configuration, "services" | "environment">>;

/** Gives the configuration that the console's document carries when it is asked for at this origin. */
export function configure(settings: ConsoleSettings, origin: string): Configuration {
  const environment = readEnvironment(new URL(origin).hostname);
  return v.parse(configuration, { ...makeConfiguration(), ...settings, environment });
}
