import type { CannedReply } from "../../../../../shared/contract/conversations/messages/cannedReplies.ts";

type Findable = Pick<CannedReply, "name" | "text">;

/** Gives those that fit what was typed, in their order: by the beginning of the name first, then by any of the words. */
export function findCanned<Reply extends Findable>(replies: readonly Reply[], typed: string): Reply[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const isBegun = ({ name }: Findable) => name.toLowerCase().startsWith(typed.trim().toLowerCase());
  const fits = ({ name, text }: Findable) => {
    const all = `${name} ${text}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const begun = replies.filter(isBegun);
  return [...begun, ...replies.filter((reply) => !isBegun(reply) && fits(reply))];
}
