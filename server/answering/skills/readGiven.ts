import { checkForm } from "../../../shared/domain/forms.ts";
import type { FieldType, FormField, FormValues } from "../../../shared/domain/forms.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import { isGivable } from "./planUse.ts";

/**
 * Reads the inputs that a question names by themselves: an address, a number, one of the options. It takes what can only be
 * meant for one input; all else is asked for.
 */
export function readGiven(question: string, { inputs }: Pick<StoredSkill, "inputs">): FormValues {
  const open = inputs.filter(isGivable);
  const values: FormValues = {};
  for (const field of open) {
    const isOnly = open.filter(({ type }) => kindOf(type) === kindOf(field.type)).length === 1;
    const found = isOnly || field.type === "choice" ? findValue(question, field) : null;
    if (found === null) continue;
    const checked = checkForm([field], { [field.id]: found });
    if ("values" in checked) Object.assign(values, checked.values);
  }
  return values;
}

/** Texts are taken for one another. */
function kindOf(type: FieldType): FieldType {
  return type === "longText" ? "text" : type;
}

function findValue(question: string, { type, options }: FormField): string | null {
  if (type === "choice") {
    const lower = ` ${question.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `;
    const named = options.filter((option) => lower.includes(` ${option.toLowerCase()} `));
    return named.length === 1 ? (named[0] ?? null) : null;
  }
  const found = [...question.matchAll(patterns[type] ?? /(?!)/g)].map(([text]) => text);
  const different = [...new Set(found)];
  return different.length === 1 ? (different[0] ?? null) : null;
}

const patterns: Partial<Record<FieldType, RegExp>> = {
  email: /[^\s@<>,;()]+@[^\s@<>,;()]+\.[^\s@<>,;().]+/g,
  phone: /\+[\d ()/-]{7,20}\d/g,
  number: /(?<![\w.-])\d+(?:\.\d+)?(?![\w-])/g,
  date: /\b\d{4}-\d{1,2}-\d{1,2}\b/g,
  time: /\b(?:[01]\d|2[0-3]):[0-5]\d\b/g,
  // A code: an order number, a tracking number.
  text: /(?<![\w@.-])(?=[\w-]*\d)[\w-]{2,40}(?![\w@-])/g,
};
