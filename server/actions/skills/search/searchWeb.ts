import type { SearchConfig } from "../../../../shared/contract/skills/skills.ts";
import { searchEngines } from "../../../../shared/domain/skills.ts";
import type { KeyedEngine } from "../../../../shared/domain/skills.ts";
import type { FormValues } from "../../../../shared/domain/forms.ts";
import type { Egress } from "../../../egress/egress.ts";
import type { SkillOutcome } from "../http/sendRequest.ts";
import { trySending } from "../http/trySending.ts";
import { writeSearch } from "./engines.ts";

/** A page that a search found. */
export interface FoundPage {
  title: string;
  /** An absolute http or https address, escaped as browsers do. */
  url: string;
  content: string;
}

interface Search {
  config: SearchConfig;
  inputs: FormValues;
  keys: Record<KeyedEngine, string | null>;
  timeoutSeconds: number;
  signal: AbortSignal;
}

const longestTitle = 300;
const longestUrl = 2000;
const longestContent = 1000;

/**
 * Asks the engines in their order until one finds something. Pages that only say nothing was found are no failure; where
 * every engine failed, the outcome says why of each.
 */
export async function searchWeb(
  egress: Egress,
  { config, inputs, keys, timeoutSeconds, signal }: Search,
): Promise<SkillOutcome> {
  const failures: string[] = [];
  let last: SkillOutcome | null = null;
  for (const engine of config.engines) {
    const { name, needs } = searchEngines[engine.engine];
    const secret = engine.engine === "searxng" ? null : keys[engine.engine];
    if (needs === "key" && secret === null) {
      failures.push(`${name}: The key is missing. Enter it in the action.`);
      continue;
    }
    const skill = { config: writeSearch(engine, config), timeoutSeconds };
    // A search changes nothing, so that asking again does no harm.
    const outcome = await trySending(egress, { skill, inputs, secret, idempotencyKey: null, signal });
    if (outcome.error !== null) {
      failures.push(`${name}: ${outcome.error}`);
      last ??= outcome;
      continue;
    }
    const pages = keepPages(outcome.data, config);
    last = { ...outcome, data: pages, picked: JSON.stringify(pages) };
    if (pages.length > 0) return last;
  }
  if (last?.error === null) return last;
  const nothing = { request: null, response: null, picked: null, data: null, ms: 0 };
  return { ...(last ?? nothing), error: failures.join(" ") };
}

function keepPages(found: unknown, { results, sites }: SearchConfig): FoundPage[] {
  if (!Array.isArray(found)) return [];
  return found
    .map(readPage)
    .filter((page): page is FoundPage => page !== null && isOn(page, sites))
    .slice(0, results);
}

function readPage(found: unknown): FoundPage | null {
  const { title, url, content } = (found ?? {}) as Record<keyof FoundPage, unknown>; // each is looked at
  if (typeof url !== "string" || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const { href } = new URL(url);
  if (href.length > longestUrl) return null;
  const text = (value: unknown, longest: number) =>
    typeof value === "string" ? value.slice(0, longest).toWellFormed() : "";
  return { title: text(title, longestTitle), url: href, content: text(content, longestContent) };
}

function isOn({ url }: FoundPage, sites: readonly string[]): boolean {
  const { hostname } = new URL(url);
  return sites.length === 0 || sites.some((site) => hostname === site || hostname.endsWith(`.${site}`));
}
