import { keptForBrowser } from "../../state/platform/storage.ts";

const keptAtMost = 12;

/** Gives the ids of the commands that were used last in this organization and browser, the newest first. */
export function readRecent(orgId: string): string[] {
  try {
    const kept: unknown = JSON.parse(keptForBrowser.read(nameOf(orgId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** Remembers that a command was used. */
export function noteUse(orgId: string, id: string): void {
  const ids = [id, ...readRecent(orgId).filter((one) => one !== id)].slice(0, keptAtMost);
  keptForBrowser.write(nameOf(orgId), JSON.stringify(ids));
}

function nameOf(orgId: string): string {
  return `recentCommands:${orgId}`;
}
