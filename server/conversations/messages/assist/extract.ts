import { withoutCitations } from "../../../../shared/domain/citations.ts";
import type { Quoted, ThreadSummary } from "../../../../shared/contract/conversations/messages/assist.ts";
import type { EventAbout } from "../../../../shared/contract/conversations/conversations.ts";
import { shorten, toPlainText } from "../../../answering/plainText.ts";
import type { ReadRow, ReadThread } from "./readThread.ts";

const longestQuote = 400;

/** Sums up without a model: nothing in it is rewritten, so it says no more than was said. */
export function extract({ first, said, decided }: ReadThread): ThreadSummary["content"] {
  const lastOf = (isMeant: (row: ReadRow) => boolean) => said.findLast(isMeant);
  const last = [lastOf(({ role }) => role === "user"), lastOf(({ role }) => role !== "user")]
    .flatMap((row) => (row && row.position !== first?.position ? [row] : []))
    .toSorted((one, other) => one.position - other.position);
  return {
    kind: "extract",
    asked: first && quote(first),
    decided: decided.map(({ content, about, authorId, authorName, createdAt }) => ({
      content,
      author: authorName === null ? null : { id: authorId ?? "team", name: authorName },
      ...(about !== null && { about: JSON.parse(about) as EventAbout }), // written by planChange
      createdAt,
    })),
    last: last.map(quote),
  };
}

/** What the visitor wrote stands as it is; of the others' Markdown what people read. */
function quote({ role, content, createdAt: at }: ReadRow): Quoted {
  const by = role === "user" ? "visitor" : role === "assistant" ? "agent" : "team";
  const text = by === "visitor" ? content : toPlainText(withoutCitations(content));
  return { by, text: shorten(text, longestQuote), at };
}
