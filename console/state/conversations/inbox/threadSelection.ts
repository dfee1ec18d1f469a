import { proxy } from "valtio";

/** A list of which some can be chosen. */
export interface ChoosableThreads {
  of: string;
  items: readonly { readonly id: string }[];
  /** Those that were not read, too. */
  total: number;
}

interface ThreadSelection {
  /** The list in which they were chosen: in another one nothing is. */
  of: string;
  ids: string[];
  /** All of the list, also those that were not read. */
  isAll: boolean;
  /** The boxes show without a pointer over them. */
  isOn: boolean;
  /** Where a range begins. */
  last: string | null;
}

/** The conversations that are chosen. */
export const threadSelection = proxy<ThreadSelection>(nothing());

/** Gives those that are chosen and still in the list, in its order. */
export function listChosen(
  { of, ids, isAll }: { of: string; ids: readonly string[]; isAll: boolean },
  list: Pick<ChoosableThreads, "of" | "items"> | null,
): string[] {
  if (!list || list.of !== of) return [];
  return list.items.map(({ id }) => id).filter((id) => isAll || ids.includes(id));
}

/** Chooses a conversation of a list or no longer; with `isRange` all from the one before to it. */
export function toggleThread(list: ChoosableThreads, id: string, { isRange }: { isRange: boolean }): void {
  const chosen = listChosen(threadSelection, list);
  const order = list.items.map((one) => one.id);
  const [from, to] = [order.indexOf(threadSelection.last ?? ""), order.indexOf(id)];
  const range = isRange && from >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [];
  const single = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
  const ids = range.length > 0 ? [...new Set([...chosen, ...range])] : single;
  Object.assign(threadSelection, { of: list.of, ids, isAll: false, last: id });
}

/** Chooses what was read of the list, or all of it. */
export function chooseThreads(list: ChoosableThreads, isAll: boolean): void {
  Object.assign(threadSelection, { of: list.of, ids: list.items.map(({ id }) => id), isAll });
}

/** Chooses nothing. */
export function clearSelection(): void {
  Object.assign(threadSelection, nothing());
}

function nothing(): ThreadSelection {
  return { of: "", ids: [], isAll: false, isOn: false, last: null };
}
