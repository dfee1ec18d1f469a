import { useEffect, useEffectEvent, useRef } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { showToast } from "../../../../../shared/ui/toasts.ts";
import { serverMessage } from "../../../../parts/serverMessage.ts";
import { useQuery } from "../../../../parts/useQuery.ts";
import { navigate } from "../../../../state/shell/navigation.ts";
import type { AgentPlace } from "../../../../state/shell/paths.ts";
import { addShortcuts } from "../../../../state/shell/shortcuts.ts";
import {
  findMoreThreads,
  foundThreads,
  nameSearch,
} from "../../../../state/conversations/inbox/threadSearch.ts";
import { loadMoreThreads, nameList, threads } from "../../../../state/conversations/threads/threads.ts";
import type { ThreadView } from "../../../../state/conversations/threads/threads.ts";
import { linkToThread } from "../filters.ts";

interface TableKeysProps {
  place: AgentPlace;
  view: ThreadView;
  openId: string;
}

/** Hears `j` and `k` while a conversation covers the table: they open the one below it and the one above. */
export function TableKeys({ place, view, openId }: TableKeysProps): null {
  const search = useQuery().read("q").trim();
  const [listed, found] = [useSnapshot(threads).data, useSnapshot(foundThreads).data];
  const at = listRows({ ...place, view, search }, listed, found).findIndex(({ id }) => id === openId);
  /** Where the open one stood last: it may have left the table since. */
  const stood = useRef(0);
  const visit = useRef({ isReading: false, isOver: false });
  useEffect(() => {
    if (at >= 0) stood.current = at;
  }, [at]);
  useEffect(() => {
    const begun = { isReading: false, isOver: false };
    visit.current = begun;
    return () => void (begun.isOver = true);
  }, [openId]);

  const walk = useEffectEvent(async (step: 1 | -1) => {
    const { current } = visit;
    if (current.isReading) return;
    const asked = { ...place, view, search };
    // What left the table gave its place to the next one.
    const next = at >= 0 ? at + step : Math.max(0, stood.current - (step < 0 ? 1 : 0));
    const read = () => listRows(asked, threads.data, foundThreads.data);
    if (next >= read().length && hasMore(asked)) {
      current.isReading = true;
      await (search ? findMoreThreads(asked) : loadMoreThreads(asked)).catch(tell);
      current.isReading = false;
      // Somebody went elsewhere meanwhile.
      if (current.isOver) return;
    }
    const row = read()[next];
    if (row) navigate(linkToThread(place, row.id, row.messageId));
  });
  useEffect(() => {
    return addShortcuts({
      title: "Inbox",
      shortcuts: [
        { keys: "j", label: "Next conversation", run: () => void walk(1), isRepeated: true },
        { keys: "k", label: "Previous conversation", run: () => void walk(-1), isRepeated: true },
      ],
    });
  }, []);
  return null;
}

interface Asked extends AgentPlace {
  view: ThreadView;
  search: string;
}

/** A conversation of the table, or of what a search found, and the message that was found in it. */
interface Row {
  id: string;
  messageId?: string;
}

function listRows(
  asked: Asked,
  listed: Snapshot<typeof threads.data>,
  found: Snapshot<typeof foundThreads.data>,
): Row[] {
  if (!asked.search) return listed?.of === nameList(asked) ? listed.items.map(({ id }) => ({ id })) : [];
  if (found?.of !== nameSearch(asked)) return [];
  return found.items.map(({ thread: { id }, match: { messageId } }) => ({ id, messageId }));
}

function hasMore(asked: Asked): boolean {
  const data = asked.search ? foundThreads.data : threads.data;
  return data !== null && data.items.length < data.total;
}

function tell(thrown: unknown): void {
  showToast(serverMessage(thrown), "danger");
}
