/** The inbox without the console bar, as it is installed on phones: its worker answers for what lies below. */
export const standaloneScope = "/inbox/";
/** Where its service worker is served; it may not reach beyond its own folder. */
export const workerPath = `${standaloneScope}worker.js`;

/** Gives where the app of an agent's conversations begins, and where one of them is. */
export function standalonePath(place: { orgId: string; agentId: string; threadId?: string }): string {
  const { orgId, agentId, threadId } = place;
  const parts = threadId === undefined ? [orgId, agentId] : [orgId, agentId, threadId];
  return standaloneScope + parts.map(encodeURIComponent).join("/");
}
