import { maxContextCharacters } from "../../shared/domain/limits.ts";
import type { Tracked } from "../../shared/frame/messages.ts";

/**
 * Gives what goes along with a message: what the page says of itself, and as `events` the latest of what the visitor did
 * there, as far as the server takes it. Null where there is nothing to say.
 */
export function writeContext(
  said: Record<string, unknown>,
  tracked: readonly Tracked[] = [],
): Record<string, unknown> | null {
  for (let at = 0; at < tracked.length; at += 1) {
    // What the page itself calls so is the page's.
    const context = { events: tracked.slice(at), ...said };
    if (JSON.stringify(context).length <= maxContextCharacters) return context;
  }
  return Object.keys(said).length > 0 ? said : null;
}
