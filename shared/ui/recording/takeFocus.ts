/**
 * Gives the focus to what came some time after it was asked for: not where somebody is elsewhere by then, whose next key
 * would end a recording.
 */
export function takeFocus(part: HTMLElement | null, askedBy: Element | null): void {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || activeElement === askedBy) part?.focus();
}
