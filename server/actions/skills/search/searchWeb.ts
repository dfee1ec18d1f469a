import type { SearchConfig } from "../../../../shared/contract/skills/skills.ts";
import { searchEngines, searchInput } from "../../../../shared/domain/skills.ts";
import type { KeyedEngine } from "../../../../shared/domain/skills.ts";
import type { FormValues } from "../../../../shared/domain/forms.ts";
import { ModelFault } from "../../../models/fault.ts";
import type { Models } from "../../../models/models.ts";
import type { Egress } from "../../../egress/egress.ts";
import type { SkillOutcome } from "../http/sendRequest.ts";
import { failed, trySending } from "../http/trySending.ts";
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
  /** Gives what searches by the provider of the agent's model, or says why that can't be. */
  openProvider: () => ReturnType<Models["openSearcher"]>;
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
  { config, inputs, keys, openProvider, timeoutSeconds, signal }: Search,
): Promise<SkillOutcome> {
  const failures: string[] = [];
  let last: SkillOutcome | null = null;
  for (const engine of config.engines) {
    const { name, needs } = searchEngines[engine.engine];
    if (engine.engine === "provider") {
      const outcome = await askProvider(await openProvider(), { config, inputs, timeoutSeconds, signal });
      if (outcome.error !== null) failures.push(`${name}: ${outcome.error}`);
      if (outcome.error === null || !last) last = outcome;
      if (outcome.error === null && (outcome.data as FoundPage[]).length > 0) return last; // of askProvider
      continue;
    }
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

/** Asks the provider of the agent's model, which is one request to the model. */
async function askProvider(
  opened: Awaited<ReturnType<Search["openProvider"]>>,
  { config, inputs, timeoutSeconds, signal }: Omit<Search, "keys" | "openProvider">,
): Promise<SkillOutcome> {
  if ("problem" in opened) return failed(opened.problem);
  const begun = performance.now();
  const { sites, results } = config;
  const query = String(inputs[searchInput] ?? "");
  const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutSeconds * 1000)]);
  const elapsed = () => Math.round(performance.now() - begun);
  const request = { method: "POST", url: "", headers: {}, body: JSON.stringify({ query, sites }) };
  try {
    const { pages: found, tokensIn, tokensOut } = await opened.search({ query, sites }, within);
    const onSites = found.map(readPage).filter((page) => page !== null && isOn(nameHost(page), sites));
    const pages = onSites.slice(0, results);
    const picked = JSON.stringify(pages);
    return {
      ...{ request, response: { status: 200, headers: {}, body: picked }, picked, data: pages },
      ...{ error: null, ms: elapsed(), usage: { tokensIn, tokensOut } },
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ModelFault) return { ...failed(error.message), request, ms: elapsed() };
    if (within.aborted) return { ...failed("It took too long."), request, ms: elapsed() };
    throw error;
  }
}

/** Google gives addresses of its own that lead to the pages, whose titles are then their hosts. */
function nameHost(page: FoundPage): Pick<FoundPage, "url"> {
  const { hostname } = new URL(page.url);
  return hostname === googleRedirects ? { url: `https://${page.title}/` } : page;
}

const googleRedirects = "vertexaisearch.cloud.google.com";

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

function isOn({ url }: Pick<FoundPage, "url">, sites: readonly string[]): boolean {
  const hostname = URL.canParse(url) ? new URL(url).hostname : "";
  return sites.length === 0 || sites.some((site) => hostname === site || hostname.endsWith(`.${site}`));
}
