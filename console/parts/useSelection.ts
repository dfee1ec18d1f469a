import { useState } from "react";

/** Which of the shown rows are chosen. */
export interface Selection {
  /** In the order in which they are shown. */
  chosen: readonly string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  chooseAll: () => void;
  clear: () => void;
  isAll: boolean;
}

/** Chooses among rows. Rows that are no longer shown, on another page or after a search, are deselected. */
export function useSelection(shownIds: readonly string[]): Selection {
  const [ids, setIds] = useState<readonly string[]>([]);
  const chosen = shownIds.filter((id) => ids.includes(id));
  return {
    chosen,
    has: (id) => chosen.includes(id),
    toggle: (id) => setIds(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]),
    chooseAll: () => setIds(shownIds),
    clear: () => setIds([]),
    isAll: chosen.length === shownIds.length,
  };
}
