import { proxy } from "valtio";
import type { LiveEvent } from "../../../../shared/contract/conversations/conversations.ts";
import { presenceShownMs } from "../../../../shared/domain/limits.ts";

/** The visitors who are there now, by their contact's id. */
export const presence = proxy<{ here: Record<string, true> }>({ here: {} });

const endings = new Map<string, ReturnType<typeof setTimeout>>();

/** Takes in who is there; members who are not named again in time have left. */
export function takePresence({ contactIds }: Extract<LiveEvent, { type: "presence" }>): void {
  for (const id of contactIds) {
    clearTimeout(endings.get(id));
    if (!presence.here[id]) presence.here[id] = true;
    endings.set(
      id,
      setTimeout(() => forget(id), presenceShownMs),
    );
  }
}

function forget(id: string): void {
  endings.delete(id);
  delete presence.here[id];
}
