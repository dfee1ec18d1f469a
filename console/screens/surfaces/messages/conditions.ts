import type { ProactiveRule } from "../../../../shared/contract/surfaces/proactive.ts";
import { languageNames } from "../../../../shared/domain/chatLanguages.ts";
import { describeCalendarDay } from "../../../parts/describeMoment.ts";

export type When = ProactiveRule["when"];

interface ConditionKind {
  label: string;
  /** What it is while it asks for nothing. */
  none: Partial<When>;
  isSet(when: When): boolean;
  /** In a few words, for a rule that is closed. */
  summary(when: When): string;
}

const operators = { is: "is", is_not: "is not", is_set: "is set", is_not_set: "is not set" };

/** What a rule can ask for, in the order in which people need it. */
export const conditionKinds = {
  pages: {
    label: "Page",
    none: { pages: [] },
    isSet: ({ pages }) => pages.length > 0,
    summary: ({ pages }) => `On ${listFew(pages)}`,
  },
  notPages: {
    label: "Not on page",
    none: { notPages: [] },
    isSet: ({ notPages }) => notPages.length > 0,
    summary: ({ notPages }) => `Not on ${listFew(notPages)}`,
  },
  time: {
    label: "Time on page",
    none: { afterSeconds: 0 },
    isSet: ({ afterSeconds }) => afterSeconds > 0,
    summary: ({ afterSeconds }) => `After ${afterSeconds}\u00a0s`,
  },
  scroll: {
    label: "Scroll depth",
    none: { scrollPercent: 0 },
    isSet: ({ scrollPercent }) => scrollPercent > 0,
    summary: ({ scrollPercent }) => `${scrollPercent}% seen`,
  },
  exit: {
    label: "Leaving",
    none: { onExit: false },
    isSet: ({ onExit }) => onExit,
    summary: () => "Leaving the page",
  },
  visitors: {
    label: "Visitors",
    none: { visitors: "all" },
    isSet: ({ visitors }) => visitors !== "all",
    summary: ({ visitors }) => (visitors === "new" ? "New visitors" : "Returning visitors"),
  },
  languages: {
    label: "Language",
    none: { languages: [] },
    isSet: ({ languages }) => languages.length > 0,
    summary: ({ languages }) => languages.map((one) => languageNames[one]).join(", "),
  },
  attributes: {
    label: "Attribute",
    none: { attributes: [] },
    isSet: ({ attributes }) => attributes.length > 0,
    summary: ({ attributes }) =>
      attributes
        .map(({ name, operator, value }) => `${name} ${operators[operator]} ${value}`.trim())
        .join(", "),
  },
  event: {
    label: "Event",
    none: { event: "" },
    isSet: ({ event }) => event !== "",
    summary: ({ event }) => `After “${event}”`,
  },
  period: {
    label: "Period",
    none: { period: null },
    isSet: ({ period }) => Boolean(period),
    summary: ({ period }) => (period ? describePeriod(period) : ""),
  },
} as const satisfies Record<string, ConditionKind>;
export type ConditionName = keyof typeof conditionKinds;
export const conditionNames = Object.keys(conditionKinds) as ConditionName[]; // its keys are they

function describePeriod({ from, to, week }: NonNullable<When["period"]>): string {
  const days = [from && `from ${describeCalendarDay(from)}`, to && `to ${describeCalendarDay(to)}`]
    .filter(Boolean)
    .join(" ");
  return [days && `Live ${days}`, week && "at certain hours"].filter(Boolean).join(", ") || "Always live";
}

/** When a rule speaks, in one line. */
export function describeWhen(when: When): string {
  const set = conditionNames.filter((name) => conditionKinds[name].isSet(when));
  return set.map((name) => conditionKinds[name].summary(when)).join(" · ") || "On every page, immediately";
}

function listFew(pages: readonly string[]): string {
  const [first = "", second] = pages;
  if (second === undefined) return first;
  return pages.length === 2 ? `${first} or ${second}` : `${first} and ${pages.length - 1} more`;
}
