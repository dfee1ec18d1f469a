import { playTone } from "../../shared/frame/tone.ts";
import type { Page } from "./page.ts";
import { chat } from "./state.ts";
import type { Tabs } from "./tabs.ts";

/** How long the tabs have to say who of them sounds. */
const agreeWithinMs = 200;
/** A tab that was kept so busy that it hears later than this of another one's tone sounds a second time. */
const turnsAwayForMs = 5000;

export interface Sound {
  /** Sounds for this message in one tab of the site, once. */
  ring(messageId: string): void;
}

/** The short tone for an answer that comes while nobody looks; comes with the first one, and only where it is on. */
export function createSound({
  page,
  tabs,
  isLooking,
}: {
  page: Pick<Page, "send">;
  tabs: Tabs;
  isLooking: () => boolean;
}): Sound {
  const tab = String(crypto.getRandomValues(new Uint32Array(2)));
  const since = Date.now();
  /** It has sounded, or somebody looks at it. */
  const done = new Set<string>();
  /** A better tab sounds for it. */
  const left = new Set<string>();
  let context: AudioContext | undefined;

  function isBetter(other: { tab: string; isVisible: boolean; since: number }): boolean {
    const isVisible = !document.hidden;
    if (other.isVisible !== isVisible) return other.isVisible;
    return other.since === since ? other.tab > tab : other.since > since;
  }

  tabs.hear((news) => {
    if (news.type === "hush") done.add(news.messageId);
    if (news.type !== "ring") return;
    if (isLooking() || done.has(news.messageId))
      return tabs.tell({ type: "hush", messageId: news.messageId });
    if (isBetter(news)) left.add(news.messageId);
  });

  async function play(messageId: string): Promise<void> {
    if (done.has(messageId) || left.has(messageId) || isLooking() || !chat.isSoundOn) return;
    await withFreeLock(`ph:ring:${messageId}`, async () => {
      // The others may have been heard while the lock was asked for.
      if (done.has(messageId)) return;
      done.add(messageId);
      tabs.tell({ type: "hush", messageId });
      // Before the visitor has touched the chat the browser keeps it silent, but perhaps not the page around it.
      if (navigator.userActivation?.hasBeenActive === false) return page.send("sound", {});
      context ??= new AudioContext();
      await context.resume();
      playTone(context);
    });
  }

  return {
    ring(messageId) {
      if (done.has(messageId)) return;
      tabs.tell({ type: "ring", messageId, tab, isVisible: !document.hidden, since });
      setTimeout(() => void play(messageId).catch(() => {}), agreeWithinMs);
    },
  };
}

/** Does the work unless another tab does it or just did; without locks the tabs' own agreement has to do. */
async function withFreeLock(name: string, work: () => Promise<void>): Promise<void> {
  let hasBegun = false;
  try {
    await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      hasBegun = true;
      if (!lock) return;
      await work();
      await new Promise((go) => setTimeout(go, turnsAwayForMs));
    });
  } catch (thrown) {
    if (hasBegun) throw thrown;
    await work();
  }
}
