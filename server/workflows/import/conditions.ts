import type { ConditionGroup, ConditionOperator } from "../../../shared/domain/workflows/conditions.ts";
import type { StepDraft } from "./mapping.ts";

/** What other builders call our comparisons. */
const operators: Record<string, ConditionOperator> = {
  ...{ is: "equals", "=": "equals", equal: "equals", equals: "equals", "==": "equals", "equal to": "equals" },
  ...{
    "is not": "not_equals",
    "≠": "not_equals",
    notequal: "not_equals",
    notequals: "not_equals",
    "!=": "not_equals",
  },
  ...{
    "not equal": "not_equals",
    contains: "contains",
    "not contains": "not_contains",
    notcontains: "not_contains",
  },
  ...{
    "does not contain": "not_contains",
    "start with": "starts_with",
    startswith: "starts_with",
    "starts with": "starts_with",
  },
  ...{ ">": "greater", larger: "greater", gt: "greater", "greater than": "greater", after: "greater" },
  ...{ "<": "less", smaller: "less", lt: "less", "less than": "less", before: "less" },
  ...{ "≥": "at_least", ">=": "at_least", gte: "at_least", largerequal: "at_least", smallerequal: "at_most" },
  ...{
    "≤": "at_most",
    "<=": "at_most",
    lte: "at_most",
    "greater or equal to": "at_least",
    "less or equal to": "at_most",
  },
  ...{
    empty: "is_empty",
    isempty: "is_empty",
    null: "is_empty",
    "not exists": "is_empty",
    notexists: "is_empty",
  },
  ...{
    "is empty": "is_empty",
    "not empty": "is_not_empty",
    isnotempty: "is_not_empty",
    notempty: "is_not_empty",
  },
  ...{
    "not null": "is_not_empty",
    exists: "is_not_empty",
    "is set": "is_not_empty",
    "is not empty": "is_not_empty",
  },
  ...{ true: "is_true", false: "is_false", in: "contains", "not in": "not_contains" },
};

/** Gives our comparison for another builder's; null where there is none. */
export function readOperator(name: string): ConditionOperator | null {
  const wanted = name.trim().toLowerCase();
  return Object.hasOwn(operators, wanted) ? (operators[wanted] ?? null) : null;
}

/** One of several conditions that are tried in order. */
export interface Tried {
  /** The way that is taken where it holds. */
  way: string;
  name: string;
  groups: ConditionGroup[];
  match: "all" | "any";
}

/** Conditions one after the other: each one's No leads to the next, and the last one's to `otherwise`. */
export function tryInOrder(tried: readonly Tried[], otherwise: string) {
  const steps = tried.map(({ name, groups, match }): StepDraft => ({
    kind: "condition",
    name,
    config: { match, groups },
  }));
  return {
    steps,
    inner: steps.slice(1).map((_, at) => ({ from: at, outlet: "no", to: at + 1 })),
    wayOf: (out: string) => {
      if (out === otherwise) return { step: steps.length - 1, outlet: "no" };
      const step = tried.findIndex(({ way }) => way === out);
      return step < 0 ? null : { step, outlet: "yes" };
    },
  };
}
