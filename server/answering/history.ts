import type { ChatMessage } from "../models/chatModel.ts";
import type { PastMessage } from "./rewrite.ts";

const mostMessages = 12;
const mostCharacters = 8000;

/** Gives the newest part of a conversation that a model gets, beginning with the visitor, turn by turn. */
export function windowHistory(history: PastMessage[]): ChatMessage[] {
  const turns: ChatMessage[] = [];
  let characters = 0;
  for (const { role, content } of history.slice(-mostMessages).reverse()) {
    if (content.trim() === "") continue;
    characters += content.length;
    if (characters > mostCharacters) break;
    const next = turns[0];
    if (next?.role === role) next.content = `${content}\n\n${next.content}`;
    else turns.unshift({ role, content });
  }
  return turns[0]?.role === "assistant" ? turns.slice(1) : turns;
}
