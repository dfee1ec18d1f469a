import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import type { ModelKey } from "../../../../shared/contract/models/modelKeys.ts";
import { leadsTo } from "../../../../shared/domain/modelKeys.ts";
import { builtinModel, findModel } from "../../../../shared/domain/models.ts";
import { findPlaceholdersIn } from "../../../../shared/domain/placeholders.ts";
import type { FillableSource, FillableTexts } from "../../../../shared/domain/placeholders.ts";
import { plural } from "../../../../shared/words/language.ts";

/** One thing that an agent needs in order to answer well, as it stands now. */
export interface Check {
  id: "sources" | "placeholders" | "model" | "published" | "widget" | "budget";
  state: "good" | "warning" | "bad";
  title: string;
  /** What it means, where something is to be done. */
  text: string;
  /** The agent's tab, or the page of the organization, where it is mended. */
  mendedIn: "datasources" | "settings" | "deploy" | "modelKeys";
}

/** What is known; null or left out where it could not be read, and then nothing is said of it. */
export interface HealthFacts {
  agent: Readonly<Pick<Agent, "hasUnpublishedChanges" | "publishedVersion">> & {
    readonly configuration: Readonly<Pick<Agent["configuration"], "model" | "budget">> & FillableTexts;
  };
  sources: readonly Readonly<{ name: string; status: string; config: Readonly<FillableSource> }>[] | null;
  models: readonly Readonly<{ value: string; isAvailable: boolean }>[] | null;
  keys: readonly Snapshot<Pick<ModelKey, "id" | "provider" | "baseUrl" | "refusal" | "models">>[] | null;
  widget: Readonly<{
    enabled: boolean;
    settings: Readonly<{ welcome: string }>;
    lastSeen: Readonly<{ at: number; origin: string }> | null;
  }> | null;
  creditsToday: number | null;
  /** Says how long ago a moment was. */
  describeAge: (at: number) => string;
}

/** Gives what stands well and what does not, the worst first. */
export function listChecks(facts: HealthFacts): Check[] {
  const checks = [
    checkSources(facts),
    checkPlaceholders(facts),
    checkModel(facts),
    checkBudget(facts),
    checkPublished(facts),
    checkWidget(facts),
  ].filter((check) => check !== null);
  return checks.toSorted((one, other) => weights[one.state] - weights[other.state]);
}

const weights = { bad: 0, warning: 1, good: 2 };

function checkSources({ sources }: HealthFacts): Check | null {
  if (!sources) return null;
  const place = { id: "sources", mendedIn: "datasources" } as const;
  if (sources.length === 0) {
    const text = "It has nothing to answer from. Add your website, files or a text.";
    return { ...place, state: "bad", title: "No data source yet", text };
  }
  const failed = sources.filter(({ status }) => status === "failed" || status === "partly");
  const [first] = failed;
  if (!first) return { ...place, state: "good", title: plural(sources.length, sourceWords), text: "" };
  const title =
    failed.length === 1 ? `${first.name} could not be read fully` : plural(failed.length, failedWords);
  const text = "See what failed and try again.";
  return { ...place, state: failed.length === sources.length ? "bad" : "warning", title, text };
}

const sourceWords = { one: "{count} data source is read", other: "{count} data sources are read" };
const failedWords = { one: "{count} data source has problems", other: "{count} data sources have problems" };

/** Numbers and small words in brackets are ordinary text as often as not. */
const isToFill = (mark: string) => /^\[\p{L}.{2,}\]$/u.test(mark);

/** What a template left open and visitors would read. */
function checkPlaceholders({ agent, sources, widget }: HealthFacts): Check | null {
  const found = findPlaceholdersIn(agent.configuration, {
    welcome: widget?.settings.welcome ?? "",
    sources: (sources ?? []).map(({ config }) => config),
  });
  const order = ["settings", "deploy", "datasources"] as const;
  const marks = [...new Set(order.flatMap((place) => found[place]).filter(isToFill))];
  const [first] = marks;
  if (first === undefined) return null;
  const mendedIn = order.find((place) => found[place].includes(first)) ?? "settings";
  const title = plural(marks.length, placeholderWords);
  return { id: "placeholders", mendedIn, state: "bad", title, text: `Visitors would read ${first}.` };
}

const placeholderWords = { one: "{count} placeholder to fill", other: "{count} placeholders to fill" };

function checkModel({ agent, models, keys }: HealthFacts): Check | null {
  if (!models) return null;
  const { model } = agent.configuration;
  const entry = findModel(model);
  const name = entry?.label ?? model;
  const mendedIn = keys === null ? "settings" : "modelKeys";
  const isThere = model === builtinModel || models.some((one) => one.value === model && one.isAvailable);
  if (isThere) {
    const title = model === builtinModel ? "The built-in model answers" : `${name} is available`;
    return { id: "model", mendedIn, state: "good", title, text: "" };
  }
  const refused = keys?.find(({ models: offered, ...key }) => {
    const offers = (wanted: string) => offered.some(({ id }) => id === wanted);
    return key.refusal !== null && entry !== undefined && leadsTo({ ...key, offers }, entry);
  });
  const title = refused ? `The key for ${name} is not valid` : `There is no key for ${name}`;
  const why = refused?.refusal ? `${refused.refusal} ` : "";
  return { id: "model", mendedIn, state: "bad", title, text: `${why}Another model answers instead.` };
}

function checkBudget({ agent, creditsToday }: HealthFacts): Check | null {
  const most = agent.configuration.budget.agentPerDay;
  if (most === null || creditsToday === null) return null;
  const place = { id: "budget", mendedIn: "settings" } as const;
  const used = `${creditsToday.toLocaleString()} of ${most.toLocaleString()} credits used today`;
  if (creditsToday < most) return { ...place, state: "good", title: used, text: "" };
  const text = `${used}. A cheaper model answers until midnight (UTC).`;
  return { ...place, state: "bad", title: "Today’s budget is used up", text };
}

function checkPublished({ agent }: HealthFacts): Check {
  const place = { id: "published", mendedIn: "settings" } as const;
  if (!agent.hasUnpublishedChanges) {
    const title = `Version ${agent.publishedVersion} has all changes`;
    return { ...place, state: "good", title, text: "" };
  }
  const text = `Version ${agent.publishedVersion} is live until you publish.`;
  return { ...place, state: "warning", title: "Unpublished changes", text };
}

function checkWidget({ widget, describeAge }: HealthFacts): Check | null {
  if (!widget) return null;
  const place = { id: "widget", mendedIn: "deploy" } as const;
  if (!widget.enabled) {
    return { ...place, state: "warning", title: "The chat widget is off", text: "No page shows the chat." };
  }
  if (!widget.lastSeen) {
    const text = "Paste one line into your site. The first load appears here.";
    return { ...place, state: "warning", title: "No page has loaded the chat yet", text };
  }
  const { at, origin } = widget.lastSeen;
  const where = origin === "null" ? "a page without an origin" : origin.replace(/^https?:\/\//, "");
  return { ...place, state: "good", title: `Loaded on ${where} ${describeAge(at)}`, text: "" };
}
