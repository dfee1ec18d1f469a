import type { ProactiveFigures } from "../../../../shared/contract/surfaces/proactive.ts";

export type Sum = Pick<ProactiveFigures, "shown" | "opened" | "dismissed" | "answered">;

const none: Sum = { shown: 0, opened: 0, dismissed: 0, answered: 0 };

/** Sums what was counted of a rule, or of one of its texts. */
export function sumFigures(items: readonly ProactiveFigures[], ruleId: string, textId?: string): Sum {
  return items
    .filter((one) => one.ruleId === ruleId && (textId === undefined || one.textId === textId))
    .reduce(
      (sum, one) => ({
        shown: sum.shown + one.shown,
        opened: sum.opened + one.opened,
        dismissed: sum.dismissed + one.dismissed,
        answered: sum.answered + one.answered,
      }),
      none,
    );
}

/** What visitors did with a message, in a few words; nothing before anybody saw it. */
export function describeFigures({ shown, opened, dismissed, answered }: Sum): string {
  if (shown === 0) return "";
  const part = (count: number, word: string) =>
    count > 0 ? [`${count.toLocaleString()} ${word} (${Math.round((count / shown) * 100)}%)`] : [];
  return [
    `${shown.toLocaleString()} shown`,
    ...part(opened, "opened"),
    ...part(answered, "answered"),
    ...part(dismissed, "closed"),
  ]
    .map((words) => words.replaceAll(" ", "\u00a0"))
    .join(" · ");
}
