import type { ConsoleRoute } from "../../../console/guards/route.ts";
import { fillPath } from "../../../console/guards/route.ts";

/** What the parameters of the list of routes stand for. */
export type SampleParams = Record<string, string>;

/**
 * Gives real paths for a route: with its optional part left out, and with it. A parameter that the sample does not know
 * is an error, so that no new page is passed over.
 */
export function listSamplePaths({ path }: Pick<ConsoleRoute, "path">, sample: SampleParams): string[] {
  if (path === "*") return [fillPath("/accounts/:orgId/no/such/page", sample)];
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const unknown = names.filter((name) => !sample[name]);
  if (unknown.length > 0)
    throw new Error(`${path}: say what :${unknown.join(", :")} is in the sample of this test`);
  const optional = [...path.matchAll(/:(\w+)\?/g)].map(([, name = ""]) => name);
  const without = { ...sample, ...Object.fromEntries(optional.map((name) => [name, ""])) };
  return [...new Set([fillPath(path, without), fillPath(path, sample)])];
}
