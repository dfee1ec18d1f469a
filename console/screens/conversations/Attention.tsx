import { useEffect } from "react";
import { useSnapshot } from "valtio";
import type { Thread } from "../../../shared/contract/conversations.ts";
import { authentication } from "../../state/authentication.ts";
import { conversation } from "../../state/conversation.ts";
import { inboxFilters } from "../../state/inboxFilters.ts";
import { ring } from "../../state/inboxSound.ts";
import { watchAgent } from "../../state/live.ts";
import type { AgentPlace } from "../../state/paths.ts";

/** What came longer ago than this is no news when it is told. */
const newsMs = 60_000;
/** More than this are many. */
const most = 99;
const counted = /^\(\d+\+?\) /;

/**
 * Says on the browser's tab how many of the agent's conversations have something new, whichever of them the list shows, and
 * sounds for what comes in while nobody looks at it: where a person is asked for, or is oneself.
 */
export default function Attention({ place: { agentId } }: { place: AgentPlace }): null {
  const { data } = useSnapshot(inboxFilters);
  const count = data?.agentId === agentId ? data.unread : 0;
  useEffect(() => {
    if (count === 0) return;
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    const plain = link?.href;
    document.title = `(${count > most ? `${most}+` : count}) ${document.title.replace(counted, "")}`;
    if (link && plain) link.href = withDot(plain);
    return () => {
      document.title = document.title.replace(counted, "");
      if (link && plain) link.href = plain;
    };
  }, [count]);
  useEffect(() => watchForNews(agentId), [agentId]);
  return null;
}

/** Our own mark, an image in its address, gets a dot at its corner; any other icon stays. */
function withDot(icon: string): string {
  const dot = '<circle cx="18.5" cy="5.5" r="5.5" fill="#d92d20" stroke="#fff" stroke-width="1.5"/></svg>';
  return icon.replace(encodeURIComponent("</svg>"), encodeURIComponent(dot));
}

function watchForNews(agentId: string): () => void {
  const unread = new Map<string, number>();
  return watchAgent(agentId, {
    onEvent: (event) => {
      if (event.type !== "thread") return;
      const thread = event.thread as Thread; // a member's stream carries threads as the team sees them
      const before = unread.get(thread.id) ?? 0;
      unread.set(thread.id, thread.unread);
      if (thread.unread <= before || Date.now() - thread.lastActivityAt > newsMs) return;
      const isLookedAt = !document.hidden && conversation.threadId === thread.id;
      if (isOurs(thread) && !isLookedAt) ring(`${thread.id} ${thread.lastActivityAt}`);
    },
  });
}

function isOurs({ handledBy, assignee }: Thread): boolean {
  return handledBy === "human" && (assignee === null || assignee.id === authentication.user?._id);
}
