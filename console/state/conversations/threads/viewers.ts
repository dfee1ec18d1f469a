import { proxy } from "valtio";
import type { LiveEvent } from "../../../../shared/contract/conversations/conversations.ts";
import { tellLooking } from "../../../../shared/contract/conversations/threads/looking.ts";
import { typingShownMs } from "../../../../shared/domain/limits.ts";
import { lookingShownMs, lookingToldEveryMs } from "../../../../shared/domain/looking.ts";
import { authentication } from "../../accounts/authentication.ts";
import { client } from "../../platform/client.ts";
import { paramsOf } from "./conversation.ts";
import type { ThreadPlace } from "./conversation.ts";
import { live, watchAgent } from "../../platform/live.ts";

/** The colleagues who have the open conversation before them too, by their user's id. */
export const looking = proxy<{ people: Record<string, { name: string; isWriting: boolean }> }>({
  people: {},
});

const endings = new Map<string, ReturnType<typeof setTimeout>>();

/**
 * Tells the team that the user has a conversation open, for as long as the tab is seen, and takes in who else has, until
 * the function it gives is called. Nothing is lost where telling fails: it is told again.
 */
export function watchViewers(place: ThreadPlace): () => void {
  const tell = (doing: "came" | "looking" | "gone") => {
    client.call(tellLooking, { params: paramsOf(place), body: { data: { doing } } }).catch(() => {});
  };
  const tellWhileSeen = (doing: "came" | "looking") => {
    if (!document.hidden) tell(doing);
  };
  const followVisibility = () => tell(document.hidden ? "gone" : "came");
  const stopHearing = watchAgent(place.agentId, {
    onEvent: (event) => {
      if (event.type === "message" && event.message.role === "support") endWriting(event.message.author?.id);
      if (event.type !== "looking" || event.threadId !== place.threadId) return;
      takeLooking(event);
      if (event.doing === "came" && !isMe(event)) tellWhileSeen("looking");
    },
    onReadAfresh: () => tellWhileSeen("came"),
  });
  const timer = setInterval(() => tellWhileSeen("looking"), lookingToldEveryMs);
  document.addEventListener("visibilitychange", followVisibility);
  // Requests before the stream is open get no answer.
  if (live.isLive) tellWhileSeen("came");
  return () => {
    stopHearing();
    clearInterval(timer);
    document.removeEventListener("visibilitychange", followVisibility);
    Object.keys(looking.people).forEach(forget);
    tell("gone");
  };
}

type MarkViewing = Extract<LiveEvent, { type: "looking" }>;

function isMe({ person }: MarkViewing): boolean {
  return person.id === authentication.user?._id;
}

function takeLooking(event: MarkViewing): void {
  const { id, name } = event.person;
  if (isMe(event)) return;
  if (event.doing === "gone") return forget(id);
  const isWriting = event.doing === "writing";
  // Looking is told while they write, too: that ends by itself, or with what they wrote.
  looking.people[id] = { name, isWriting: isWriting || looking.people[id]?.isWriting === true };
  endLater(id, () => forget(id), lookingShownMs);
  if (isWriting) endLater(`writing ${id}`, () => endWriting(id), typingShownMs);
}

function endWriting(id: string | undefined): void {
  const person = looking.people[id ?? ""];
  if (person) person.isWriting = false;
}

function forget(id: string): void {
  for (const name of [id, `writing ${id}`]) {
    clearTimeout(endings.get(name));
    endings.delete(name);
  }
  delete looking.people[id];
}

function endLater(name: string, end: () => void, ms: number): void {
  clearTimeout(endings.get(name));
  endings.set(name, setTimeout(end, ms));
}
