import { proxy } from "valtio";
import { threads } from "./threads.ts";

interface ThreadSelection {
  /** The list in which they were chosen: in another one nothing is. */
  of: string;
  ids: string[];
  /** All that the list's filter lets through, also those that were not read. */
  isAll: boolean;
  /** The boxes show without a pointer over them. */
  isOn: boolean;
  /** Where a range begins. */
  last: string | null;
}

/** The conversations of the list that are chosen. */
export const threadSelection = proxy<ThreadSelection>(nothing());

/** Gives those that are chosen and still in the list, in its order. */
export function listChosen(
  { of, ids, isAll }: { of: string; ids: readonly string[]; isAll: boolean },
  list: { of: string; items: readonly { id: string }[] } | null,
): string[] {
  if (!list || list.of !== of) return [];
  return list.items.map(({ id }) => id).filter((id) => isAll || ids.includes(id));
}

/** Chooses a conversation or no longer; with `isRange` all from the one before to it. */
export function toggleThread(id: string, { isRange }: { isRange: boolean }): void {
  const { data } = threads;
  if (!data) return;
  const chosen = listChosen(threadSelection, data);
  const order = data.items.map((one) => one.id);
  const [from, to] = [order.indexOf(threadSelection.last ?? ""), order.indexOf(id)];
  const range = isRange && from >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [];
  const single = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
  const ids = range.length > 0 ? [...new Set([...chosen, ...range])] : single;
  Object.assign(threadSelection, { of: data.of, ids, isAll: false, last: id });
}

/** Chooses what was read of the list, or all that its filter lets through. */
export function chooseThreads(isAll: boolean): void {
  const { data } = threads;
  if (data) Object.assign(threadSelection, { of: data.of, ids: data.items.map(({ id }) => id), isAll });
}

/** Chooses nothing. */
export function clearSelection(): void {
  Object.assign(threadSelection, nothing());
}

function nothing(): ThreadSelection {
  return { of: "", ids: [], isAll: false, isOn: false, last: null };
}
