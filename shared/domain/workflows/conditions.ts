/** How two values are compared. `to` is not used by those that take no value. */
export const conditionOperators = {
  equals: { label: "is", takesValue: true },
  not_equals: { label: "is not", takesValue: true },
  contains: { label: "contains", takesValue: true },
  not_contains: { label: "does not contain", takesValue: true },
  starts_with: { label: "starts with", takesValue: true },
  greater: { label: "is greater than", takesValue: true },
  at_least: { label: "is at least", takesValue: true },
  less: { label: "is less than", takesValue: true },
  at_most: { label: "is at most", takesValue: true },
  is_empty: { label: "is empty", takesValue: false },
  is_not_empty: { label: "is not empty", takesValue: false },
  is_true: { label: "is yes", takesValue: false },
  is_false: { label: "is no", takesValue: false },
} as const;
export type ConditionOperator = keyof typeof conditionOperators;

/** `value` and `to` are texts with `{{variables}}`. */
export interface ConditionRule {
  value: string;
  operator: ConditionOperator;
  to: string;
}

/** Rules of which all must hold, or any. */
export interface ConditionGroup {
  match: "all" | "any";
  rules: ConditionRule[];
}

/** Groups of which all must hold, or any. */
export interface Condition {
  match: "all" | "any";
  groups: ConditionGroup[];
}

/** Whether a condition holds, where `read` gives what a text with variables stands for. */
export function holds({ match, groups }: Condition, read: (text: string) => unknown): boolean {
  const holdsGroup = (group: ConditionGroup) =>
    joins(group.match, group.rules, (rule) => compare(read(rule.value), rule.operator, read(rule.to)));
  return joins(match, groups, holdsGroup);
}

function joins<T>(match: "all" | "any", list: readonly T[], test: (one: T) => boolean): boolean {
  return match === "all" ? list.every(test) : list.some(test);
}

/** Compares as people expect: numbers as numbers where both are, texts without regard to case. */
export function compare(value: unknown, operator: ConditionOperator, to: unknown): boolean {
  switch (operator) {
    case "equals":
      return isSame(value, to);
    case "not_equals":
      return !isSame(value, to);
    case "contains":
      return contains(value, to);
    case "not_contains":
      return !contains(value, to);
    case "starts_with":
      return fold(value).startsWith(fold(to));
    case "greater":
      return order(value, to) > 0;
    case "at_least":
      return order(value, to) >= 0;
    case "less":
      return order(value, to) < 0;
    case "at_most":
      return order(value, to) <= 0;
    case "is_empty":
      return isEmpty(value);
    case "is_not_empty":
      return !isEmpty(value);
    case "is_true":
      return value === true || ["true", "yes", "1"].includes(fold(value));
    case "is_false":
      return value === false || ["false", "no", "0"].includes(fold(value));
    default:
      return operator satisfies never;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [toNumber(one), toNumber(other)];
  return a !== null && b !== null ? a === b : fold(one) === fold(other);
}

function contains(value: unknown, part: unknown): boolean {
  return Array.isArray(value) ? value.some((one) => isSame(one, part)) : fold(value).includes(fold(part));
}

/** Not a number where the two can't be ordered, so that no comparison holds. */
function order(one: unknown, other: unknown): number {
  const [a, b] = [toNumber(one), toNumber(other)];
  if (a !== null && b !== null) return a - b;
  const [text, to] = [fold(one), fold(other)];
  if (text === "" || to === "") return NaN;
  return text < to ? -1 : text > to ? 1 : 0;
}

function toNumber(value: unknown): number | null {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value.trim() === "") return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

function fold(value: unknown): string {
  if (value === null || value === undefined) return "";
  return (typeof value === "string" ? value : JSON.stringify(value)).trim().toLowerCase();
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === undefined || fold(value) === "" || fold(value) === "{}";
}
