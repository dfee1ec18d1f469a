import { settings } from "./settings.ts";
import type { Setting, SettingName } from "./settings.ts";

/** Gives the settings that are set, one a line, without the values of secrets; readConfig has checked them. */
export function describeSettings(
  env: Record<string, string | undefined>,
  warnings: readonly string[],
): string {
  const names = Object.keys(settings) as SettingName[]; // the keys of the object
  const set = names.flatMap((name) => {
    const setting: Setting = settings[name];
    const [value, path] = [env[name]?.trim(), env[`${name}_FILE`]?.trim()];
    if (path) return [`${name.padEnd(28)} from ${path}`];
    return value ? [`${name.padEnd(28)} ${setting.secret ? "set, not shown" : value}`] : [];
  });
  const unset = `${names.length - set.length} settings have their defaults.`;
  return ["The settings are right.", ...set, unset, ...warnings.map((warning) => `warn  ${warning}`)].join(
    "\n",
  );
}
