import type { ShownMessage } from "../../state/conversation.ts";

/** Gives in words what happened in a conversation; a new kind shows by its own name. */
export function describeEvent({ content, author }: Pick<ShownMessage, "content" | "author">): string {
  const who = author?.name ?? "Somebody of the team";
  const words: Record<string, string> = {
    personRequested: "The visitor asked for a person; the agent is silent",
    personLeft: "The visitor goes on with the agent",
    ended: "The visitor ended the conversation",
    joined: `${who} took over; the agent is silent`,
    handedBack: `${who} handed back; the agent answers again`,
    resolved: `${who} resolved the conversation`,
    reopened: `${who} opened the conversation again`,
  };
  return words[content] ?? content;
}
