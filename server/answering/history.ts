import type { AskedFile } from "./files.ts";
import type { PastMessage } from "./rewrite.ts";

/** What one side said before the other did, with the files that went along. */
export interface Turn {
  role: "user" | "assistant";
  content: string;
  files: AskedFile[];
}

const mostMessages = 12;
const mostCharacters = 8000;

/** Gives the newest part of a conversation that a model gets, beginning with the visitor, turn by turn. */
export function windowHistory(history: PastMessage[]): Turn[] {
  const kept: Turn[] = [];
  let characters = 0;
  for (const { role, content, files = [] } of history.slice(-mostMessages).reverse()) {
    if (content.trim() === "" && files.length === 0) continue;
    characters += content.length;
    if (characters > mostCharacters) break;
    kept.unshift({ role, content, files });
  }
  const turns = joinTurns(kept);
  return turns[0]?.role === "assistant" ? turns.slice(1) : turns;
}

/** Providers want turns to alternate; a visitor who wrote twice gets both into one. */
export function joinTurns(turns: Turn[]): Turn[] {
  const joined: Turn[] = [];
  for (const { role, content, files } of turns) {
    const last = joined.at(-1);
    if (last?.role === role) {
      last.content = [last.content, content].filter((text) => text.trim() !== "").join("\n\n");
      last.files = [...last.files, ...files];
    } else joined.push({ role, content, files });
  }
  return joined;
}
