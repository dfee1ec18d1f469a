import { hideSecrets } from "./hideSecrets.ts";
import { createMask } from "./personalData.ts";

/**
 * Gives a file that leaves the installation with marks in place of whatever looks like personal data or a key, in all of
 * its texts, and how many pieces of personal data became marks.
 */
export function maskTexts<Whole extends object>(whole: Whole): Whole & { masked: number } {
  const mask = createMask();
  const hidden = hideStrings(whole, (text) => mask.hide(hideSecrets(text).text)) as Whole; // the same shape, other texts
  return { ...hidden, masked: mask.count() };
}

/** Names, not texts: a number in them is no telephone number. */
const names = new Set([
  "format",
  "product",
  "passageId",
  "pageId",
  "messageId",
  "model",
  "fallbackModel",
  "provider",
  "language",
  "icon",
]);

function hideStrings(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((item) => hideStrings(item, hide));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    names.has(name) ? item : hideStrings(item, hide),
  ]);
  return Object.fromEntries(entries) as unknown;
}
