import { toRequestError } from "../../../shared/client/requestError.ts";
import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import { dataSources, loadDataSources, readDataSource } from "./dataSources.ts";
import { live, watchAgent } from "../platform/live.ts";
import { drawn } from "../platform/resource.ts";
import { note } from "../notifications/notices.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** How often what syncs is asked for without live events. */
const pollEveryMs = 4000;

/**
 * Keeps the agent's sources as they are while somebody looks: each live `sync` event reads its source again, and where
 * no events come, the sources that sync are asked for every few seconds. `onSync` hears of each source that changed.
 */
export function watchDataSources(place: AgentPlace, onSync?: (sourceId: string) => void): () => void {
  const read = (sourceId: string) => {
    const before = findSource(sourceId)?.status;
    readDataSource({ ...place, sourceId })
      .then(() => {
        noteEnd(sourceId, before);
        onSync?.(sourceId);
      })
      .catch((thrown: unknown) => console.warn(toRequestError(thrown).message));
  };
  // The organization itself has no events: they are an agent's.
  const isAgent = place.agentId !== organizationItself;
  const stopHearing =
    isAgent &&
    watchAgent(place.agentId, {
      onEvent: (event) => event.type === "sync" && read(event.sourceId),
      onReadAfresh: () => drawn(loadDataSources(place)),
    });
  const timer = setInterval(() => {
    if ((isAgent && live.isLive) || document.hidden) return;
    for (const { id, status } of dataSources.data?.items ?? []) if (isSyncing(status)) read(id);
  }, pollEveryMs);
  return () => {
    if (stopHearing) stopHearing();
    clearInterval(timer);
  };
}

/** A sync that ended is a piece of news: it took its time, and somebody may have looked elsewhere. */
function noteEnd(sourceId: string, before: string | undefined): void {
  const source = findSource(sourceId);
  if (!source || !before || !isSyncing(before) || isSyncing(source.status)) return;
  const hasFailed = source.status === "failed" || source.status === "partly";
  note({
    text: hasFailed ? `The sync of ${source.name} had problems.` : `${source.name} is synced.`,
    tone: hasFailed ? "danger" : "success",
  });
}

function findSource(sourceId: string) {
  return dataSources.data?.items.find(({ id }) => id === sourceId);
}

/** Whether a source of this state is about to change by itself. */
export function isSyncing(status: string): boolean {
  return status === "queued" || status === "syncing";
}
