import { keptForBrowser } from "../platform/storage.ts";

/** The trial of this browser, with the secret that no other has. */
export interface OwnTrial {
  id: string;
  secret: string;
  /** What it was begun with. */
  from?: string;
  /** Its person wants to keep the agent, and signs in for that. */
  isWanted?: boolean;
}

const name = "trial";

export function readOwnTrial(): OwnTrial | null {
  try {
    const kept = JSON.parse(keptForBrowser.read(name) ?? "null") as OwnTrial | null; // written below
    return kept && typeof kept.id === "string" && typeof kept.secret === "string" ? kept : null;
  } catch {
    return null;
  }
}

export function keepOwnTrial(own: OwnTrial): void {
  keptForBrowser.write(name, JSON.stringify(own));
}

export function forgetOwnTrial(): void {
  keptForBrowser.remove(name);
}

/** Remembers, over sign-in, that the agent is to be kept. */
export function wantOwnTrial(): void {
  const own = readOwnTrial();
  if (own) keepOwnTrial({ ...own, isWanted: true });
}

/** Gives the page on which the agent of this browser is taken into an organization; null where none is wanted. */
export function findClaimPath(orgId: string): string | null {
  const own = readOwnTrial();
  if (!own?.isWanted) return null;
  return `/accounts/${encodeURIComponent(orgId)}/generatecopilotFromFreeSession/${own.id}`;
}
