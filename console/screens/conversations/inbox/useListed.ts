import { useSnapshot } from "valtio";
import { useQuery } from "../../../parts/useQuery.ts";
import { foundThreads } from "../../../state/conversations/inbox/threadSearch.ts";
import type { ChoosableThreads } from "../../../state/conversations/inbox/threadSelection.ts";
import { threads } from "../../../state/conversations/threads/threads.ts";

/** Gives the conversations that show: what a search found, else the list of the view; null until they are read. */
export function useListed(): ChoosableThreads | null {
  const isSearching = useQuery().read("q").trim() !== "";
  const list = useSnapshot(threads).data;
  const found = useSnapshot(foundThreads).data;
  if (!isSearching) return list;
  return found && { ...found, items: found.items.map(({ thread }) => thread) };
}
