import type { LiveEvent, Thread } from "../../../shared/contract/conversations/conversations.ts";
import type { Quiet } from "../../../shared/contract/notifications/quiet.ts";
import { watchAgent } from "../../state/platform/live.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { readQuiet } from "../../state/notifications/quiet.ts";
import { findNews, isTakenOver } from "./findNews.ts";
import type { ThreadsKnown } from "./findNews.ts";
import { takeHere } from "./inOneTab.ts";
import { readQuietOf } from "./readQuietOf.ts";
import { tellInOneTab } from "./tellNews.ts";
import type { ThreadNews } from "./tellNews.ts";
import { tellRun } from "./tellRun.ts";

/** Tells of what comes in, in one tab of the browser, until the function it gives is called. */
export function watchForNews(place: AgentPlace): () => void {
  const known: ThreadsKnown = new Map();
  let isOver = false;
  const stopHearing = watchAgent(place.agentId, {
    onEvent: (event) => {
      if (event.type === "workflow" && event.what === "decided") return;
      if (event.type === "workflow") return void tellRun(place, event);
      const news = takeNews(known, event);
      if (!news) return;
      tellInOneTab(place, news, askQuiet);
      // What is heard while its agent is open is no news once another one is.
      takeHere(bellOf(news));
    },
    hearsHidden: true,
  });

  /** What the screens know is another agent's once that is open. */
  async function askQuiet(): Promise<Readonly<Quiet> | null> {
    const open = isOver ? null : await readQuiet(place);
    return isOver ? readQuietOf(place) : open;
  }

  return () => {
    isOver = true;
    stopHearing();
  };
}

/** By what name the bell has a piece of news in every tab. */
export function bellOf({ name }: ThreadNews): string {
  return `bell ${name}`;
}

/** Gives what a live event has that is news to the user, with its conversation. */
export function takeNews(known: ThreadsKnown, event: LiveEvent): ThreadNews | null {
  const news = findNews(known, event);
  if (!news) return null;
  // A member's stream carries threads as the team sees them.
  const thread = (event as Extract<LiveEvent, { type: "thread" }>).thread as Thread;
  return { ...news, thread, isPast: () => isTakenOver(known, news.kind, thread) };
}
