import { createContext, useContext } from "react";
import type { Chat } from "../session/chat.ts";

/** What the visitor can do, for every part of the chat. */
export const ActionsContext = createContext<Chat | null>(null);

export function useActions(): Chat {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("The chat is drawn without its actions.");
  return actions;
}
