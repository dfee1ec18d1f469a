import { matchesGlob } from "./matchesGlob.ts";
import type { OpeningHours } from "./openingHours.ts";

/** The most rules of an agent. */
export const maxProactiveRules = 20;
/** What a rule says is read beside a launcher: a sentence or two. */
export const maxProactiveCharacters = 300;
/** How long no rule speaks after a visitor dismissed a message. */
export const proactiveQuietMs = 7 * 24 * 60 * 60 * 1000;
/** A visit ends with the last page; how long after it the next one begins. */
export const visitEndsAfterMs = 30 * 60 * 1000;

export const proactiveVisitors = ["all", "new", "returning"] as const;
export const attributeOperators = ["is", "is_not", "is_set", "is_not_set"] as const;
/** What is counted of each text. */
export const proactiveFigures = ["shown", "opened", "dismissed", "answered"] as const;
export type ProactiveFigure = (typeof proactiveFigures)[number];

export interface AttributeCondition {
  name: string;
  operator: (typeof attributeOperators)[number];
  value: string;
}

/** When a rule speaks: all of it has to hold. What is empty, 0 or false asks for nothing. */
export interface ProactiveConditions {
  /** Addresses with `*` for anything; one of them fits. */
  pages: string[];
  /** None of these fits. */
  notPages: string[];
  /** Since the page was opened. */
  afterSeconds: number;
  /** How much of the page was seen. */
  scrollPercent: number;
  /** The pointer leaves the window at its top. */
  onExit: boolean;
  visitors: (typeof proactiveVisitors)[number];
  attributes: AttributeCondition[];
  /** Page code told this by `track`. */
  event: string;
}

/** When a rule may speak at all, by the clocks of its zone; both days are included. */
export interface ProactivePeriod {
  timeZone: string;
  from: string | null;
  to: string | null;
  week: OpeningHours["week"] | null;
}

/** A rule as a page gets it: in the visitor's language. */
export interface PublicRule {
  id: string;
  when: ProactiveConditions;
  /** In ms from the server's answer on; always where it is not there. */
  live?: { fromMs: number; toMs: number }[] | undefined;
  texts: { id: string; text: string }[];
}

/** What is known of a visitor on a page. */
export interface PageVisit {
  url: { host: string; pathname: string; search: string };
  seconds: number;
  scrollPercent: number;
  isLeaving: boolean;
  isReturning: boolean;
  attributes: Readonly<Record<string, unknown>>;
  events: readonly string[];
}

/** Whether a rule speaks now. */
export function isDue(when: ProactiveConditions, visit: PageVisit): boolean {
  const { visitors, event } = when;
  if (!fitsPage(when, visit.url)) return false;
  if (visitors !== "all" && (visitors === "returning") !== visit.isReturning) return false;
  if (visit.seconds < when.afterSeconds || visit.scrollPercent < when.scrollPercent) return false;
  if (when.onExit && !visit.isLeaving) return false;
  if (event && !visit.events.includes(event)) return false;
  return when.attributes.every((one) => fitsAttribute(one, visit.attributes[one.name]));
}

/** Whether a rule can speak at this address. */
export function fitsPage(
  { pages, notPages }: Pick<ProactiveConditions, "pages" | "notPages">,
  url: PageVisit["url"],
): boolean {
  const fits = (pattern: string) => matchesAddress(pattern, url);
  return (pages.length === 0 || pages.some(fits)) && !notPages.some(fits);
}

/**
 * Whether an address fits a pattern: `/pricing*` is held against the path, `shop.example/cart` against host and path, and the
 * query counts where the pattern has one.
 */
function matchesAddress(pattern: string, { host, pathname, search }: PageVisit["url"]): boolean {
  const wanted = pattern.replace(/^https?:\/\//, "");
  const path = withoutEnd(pathname) + (wanted.includes("?") ? search : "");
  return matchesGlob(
    withoutEnd(wanted),
    wanted.startsWith("/") || wanted.startsWith("*") ? path : host + path,
  );
}

function withoutEnd(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function fitsAttribute({ operator, value }: AttributeCondition, known: unknown): boolean {
  const isSet = known !== undefined && known !== null && known !== "";
  if (operator === "is_set") return isSet;
  if (operator === "is_not_set") return !isSet;
  return (operator === "is") === (isSet && String(known).toLowerCase() === value.toLowerCase());
}
