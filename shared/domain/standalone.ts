/**
 * Where the inbox stands without the console bar: each address is an app of its own on phones, whose worker answers for what
 * lies below it.
 */
export const standaloneScopes = ["/inbox/", "/conversations/"] as const;
export type StandaloneScope = (typeof standaloneScopes)[number];
/** Where links lead that are made outside both. */
export const standaloneScope = standaloneScopes[0];
/** Where the service worker of both is served. */
export const workerPath = `${standaloneScope}worker.js`;

/** Gives where the app of an agent's conversations begins, and where one of them is. */
export function standalonePath(
  place: { orgId: string; agentId: string; threadId?: string },
  scope: StandaloneScope = standaloneScope,
): string {
  const { orgId, agentId, threadId } = place;
  const parts = threadId === undefined ? [orgId, agentId] : [orgId, agentId, threadId];
  return scope + parts.map(encodeURIComponent).join("/");
}
