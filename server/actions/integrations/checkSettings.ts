import { AppError } from "../../../shared/errors/errors.ts";
import { EgressError } from "../../egress/EgressError.ts";
import type { Egress } from "../../egress/egress.ts";
import type { Provider } from "./Provider.ts";

/** What is wrong with the settings of a provider, by setting; nothing where all are good. */
export function findSettingProblems(
  { settings }: Provider,
  given: Readonly<Record<string, string>>,
): { path: string; message: string }[] {
  return settings.flatMap(({ id, isRequired, pattern, problem }) => {
    const value = given[id]?.trim() ?? "";
    const path = `body.data.settings.${id}`;
    if (value === "") return isRequired ? [{ path, message: "Field is required" }] : [];
    return pattern.test(value) ? [] : [{ path, message: problem }];
  });
}

/** The settings that a provider knows, checked; addresses that people type are ones that requests may go to. */
export async function checkSettings(
  egress: Pick<Egress, "check">,
  provider: Provider,
  given: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const fields = findSettingProblems(provider, given);
  if (fields.length > 0) throw new AppError("invalid_input", { fields });
  const kept = keepKnown(provider, given);
  for (const [id, value] of Object.entries(kept)) {
    if (!id.endsWith("Url")) continue;
    await egress.check(value).catch((error: unknown) => {
      if (!(error instanceof EgressError)) throw error;
      throw new AppError("invalid_input", {
        fields: [{ path: `body.data.settings.${id}`, message: error.message }],
      });
    });
  }
  return kept;
}

/** The values of a provider's own settings, without empty ones. */
export function keepKnown(
  { settings }: Provider,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const pairs = settings.map(({ id }) => [id, given[id]?.trim() ?? ""] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ""));
}
