import type { LiveChange } from "../../shared/client/liveEvents.ts";

/** What tabs of one site tell each other. */
export type TabNews =
  | { type: "read"; threadId: string; readTo: number }
  /** A tab would sound for this message; the best one does. */
  | { type: "ring"; messageId: string; tab: string; isVisible: boolean; since: number }
  /** What the one hidden tab that hears was told of this visitor's conversations. */
  | { type: "live"; contactId: string; event: LiveChange }
  /** Somebody looks at it, or it has sounded. */
  | { type: "hush"; messageId: string };

/** The other tabs of this site with this chat, where the browser lets them hear of each other. */
export interface Tabs {
  tell(news: TabNews): void;
  hear(hear: (news: TabNews) => void): void;
  close(): void;
}

export function openTabs(token: string): Tabs {
  const hearers: ((news: TabNews) => void)[] = [];
  const channel = openChannel(`ph:${token}`);
  if (channel) {
    // Only documents of our own origin can write to the channel.
    channel.onmessage = ({ data }: MessageEvent<TabNews>) => hearers.forEach((hear) => hear(data));
  }
  return {
    tell: (news) => channel?.postMessage(news),
    hear: (hear) => void hearers.push(hear),
    close: () => channel?.close(),
  };
}

/** Denied together with storage in some browsers: there it throws. */
function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
