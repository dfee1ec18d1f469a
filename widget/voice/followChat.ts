import { subscribe } from "valtio/vanilla";
import { takeTyped } from "../session/calling.ts";
import type { CallDesk } from "../session/calling.ts";
import { chat } from "../session/state.ts";
import type { CallSocket } from "./callSocket.ts";

/** What happens in the chat while its visitor calls. */
export interface FollowedChat {
  /** The call's conversation has this id now. */
  moveTo(threadId: string): void;
  /** What the call did not take goes by messages from now on. */
  end(): void;
}

interface Followers {
  socket: Pick<CallSocket, "send">;
  sendTyped: CallDesk["sendTyped"];
}

/** How often the call is told that somebody writes, so that it asks nobody whether they are there. */
const tellEveryMs = 3000;

/** Gives a call what is written in its conversation, and tells it when people take that over. */
export function followChat(threadId: string, { socket, sendTyped }: Followers): FollowedChat {
  let where = threadId;
  let text = "";
  let toldAt = 0;
  let isWithPeople = false;
  const typed: string[] = [];
  const stopTaking = takeTyped(({ clientId, content, threadId: written }) => {
    if (written !== where) return false;
    typed.push(clientId);
    socket.send({ type: "typed", text: content, clientId });
    return true;
  });
  function lookForPeople(): void {
    const { thread } = chat;
    if (isWithPeople || thread?.id !== where || thread.handledBy !== "human") return;
    isWithPeople = true;
    socket.send({ type: "look" });
  }

  const stopWatching = subscribe(chat, () => {
    lookForPeople();
    if (chat.text === text) return;
    text = chat.text;
    if (text === "" || Date.now() - toldAt < tellEveryMs) return;
    toldAt = Date.now();
    socket.send({ type: "writes" });
  });
  return {
    moveTo: (id) => void (where = id),
    end() {
      stopTaking();
      stopWatching();
      for (const clientId of typed) sendTyped(clientId);
    },
  };
}
