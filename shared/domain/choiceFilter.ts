/** Which values a filter names: one of them, and with `isNot` none of them. */
export interface Choices {
  isNot: boolean;
  values: string[];
}

/** Reads `open` (is), `open,pending` (is one of them), `-open,pending` (is none of them). */
export function readChoices(text: string): Choices {
  const isNot = text.startsWith("-");
  return { isNot, values: (isNot ? text.slice(1) : text).split(",").filter(Boolean) };
}

/** Gives the empty text where nothing is named. */
export function writeChoices({ isNot, values }: Choices): string {
  return values.length > 0 ? (isNot ? "-" : "") + values.join() : "";
}

/** Whether what has some values is let through by such a filter; without a filter everything is. */
export function fitsChoices(text: string | undefined, has: (value: string) => boolean): boolean {
  if (!text) return true;
  const { isNot, values } = readChoices(text);
  return values.some(has) !== isNot;
}
