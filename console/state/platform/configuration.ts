import { configurationId, makeConfiguration } from "../../../shared/contract/configuration.ts";
import type { Configuration } from "../../../shared/contract/configuration.ts";

/** What the server says of this installation; read once, from the document that it wrote. */
export const configuration: Configuration = readConfiguration(document);

/**
 * Gives the document's configuration; of a document without one, as in tests, that of an installation where nothing is
 * set. The server has held it to the contract, so here only each field's type is checked.
 */
export function readConfiguration(page: Document): Configuration {
  const unset = makeConfiguration();
  const found = parse(page.getElementById(configurationId)?.textContent);
  const kept = Object.entries(unset).map(([name, value]) => {
    const given = found[name];
    return [name, isOfKind(given, value) ? given : value];
  });
  return Object.fromEntries(kept) as Configuration; // the same fields, each of its own kind
}

function parse(text: string | null | undefined): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? "{}"));
  } catch {
    return {};
  }
}

/** What may be null is a text or an object where it is set; the rest is of the kind that it has unset. */
function isOfKind(given: unknown, unset: unknown): boolean {
  if (given === undefined) return false;
  if (unset === null) return given === null || typeof given === "string" || typeof given === "object";
  return typeof given === typeof unset && given !== null;
}
