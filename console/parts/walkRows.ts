/** The mark of a list's rows, on the link or button of each. */
export const rowMark = "data-row";

/** Moves the focus along the rows of the page's list: from the focused one, else the open one, else to the first. */
export function walkRows(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`[${rowMark}]`)];
  const focused = rows.findIndex((row) => row === document.activeElement);
  const open = rows.findIndex((row) => row.getAttribute("aria-current"));
  const from = focused >= 0 ? focused : open;
  const at = from < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, from + step));
  rows[at]?.focus();
  rows[at]?.scrollIntoView?.({ block: "nearest" });
}
