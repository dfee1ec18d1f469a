import type { AnswerEvent, Citation } from "../../shared/contract/conversations/conversations.ts";
import { listSentences } from "./sentences.ts";
import { findHeard, toSpoken } from "./spoken.ts";

/** Something that is to be spoken. */
export interface Saying {
  id: number;
  text: string;
  /** How many of its characters came out of the loudspeaker. */
  heard: number;
  /** Where it stands in the answer; null for what the agent says beside it. */
  from: number | null;
  to: number;
}

/** An answer on its way from the model's text to the loudspeaker. */
export interface SpokenAnswer {
  messageId: string;
  /** Takes what happens with the answer, and gives the sentences that can be said now. */
  take(event: AnswerEvent): { text: string; from: number; to: number }[];
  isWhole(): boolean;
  /** What it cites, once it is whole. */
  citations(): Citation[];
  /** Gives how much of its text was heard, of all that was to be said of it; null for all of it. */
  heardOf(sayings: readonly Saying[]): number | null;
}

/** Follows one answer. */
export function speakAnswer(messageId: string, language: string): SpokenAnswer {
  let text = "";
  let spokenTo = 0;
  let isWhole = false;
  let citations: Citation[] = [];

  function listNext(): { text: string; from: number; to: number }[] {
    const sentences = listSentences(text, { from: spokenTo, isWhole, language });
    spokenTo = sentences.at(-1)?.to ?? spokenTo;
    return sentences
      .map(({ from, to }) => ({ from, to, text: toSpoken(text.slice(from, to), language) }))
      .filter((sentence) => sentence.text !== "");
  }

  return {
    messageId,
    take(event) {
      if (event.type === "restart") [text, spokenTo] = ["", 0];
      else if (event.type === "delta") text = text.slice(0, event.offset) + event.text;
      else if (event.type === "done" || event.type === "failed") {
        isWhole = true;
        // What the checks of the answer took out at its end is not said; what was said already was.
        if (event.message.content.startsWith(text.slice(0, spokenTo))) text = event.message.content;
        citations = event.message.citations;
      } else return [];
      return listNext();
    },
    isWhole: () => isWhole,
    citations: () => citations,
    heardOf(sayings) {
      const own = sayings.filter(({ from }) => from !== null);
      const isHeard = ({ heard, text: said }: Saying) => heard >= said.length;
      if (isWhole && own.every(isHeard)) return null;
      let length = 0;
      for (const saying of own) {
        const { from, to, heard, text: said } = saying;
        if (isHeard(saying)) length = to;
        else
          return Math.max(
            length,
            heard > 0 ? (from ?? 0) + findHeard(text.slice(from ?? 0, to), said, heard) : 0,
          );
      }
      return length;
    },
  };
}

/** Gives the titles that an answer cites, each once and in their order, no more than two: people remember no more. */
export function listSources(citations: readonly Citation[]): string[] {
  return [...new Set(citations.map(({ title }) => title.trim()).filter(Boolean))].slice(0, 2);
}
