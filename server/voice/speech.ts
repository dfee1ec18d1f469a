import type { AnswerEvent, Citation } from "../../shared/contract/conversations/conversations.ts";
import { listPieces, pauseAtLines } from "./pieces.ts";
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
  measureHeard(sayings: readonly Saying[]): number | null;
}

export interface SpeakOptions {
  language: string;
  /** It is said word by word as it comes, to somebody who makes sentences of it; else by sentence. */
  isByWord?: boolean | undefined;
}

/** Follows one answer. */
export function speakAnswer(messageId: string, { language, isByWord }: SpeakOptions): SpokenAnswer {
  let text = "";
  let spokenTo = 0;
  let isWhole = false;
  let citations: Citation[] = [];

  function listNext(): { text: string; from: number; to: number }[] {
    const place = { from: spokenTo, isWhole, language };
    const pieces = isByWord ? listPieces(text, place) : listSentences(text, place);
    spokenTo = pieces.at(-1)?.to ?? spokenTo;
    const write = isByWord ? pauseAtLines : (said: string) => said;
    return pieces
      .map(({ from, to }) => ({ from, to, text: toSpoken(write(text.slice(from, to)), language) }))
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
    measureHeard(sayings) {
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

/**
 * Keeps what was heard by the words that came out before the sound was stopped; what comes out twice counts where it comes
 * first.
 */
export function hearUntil(sayings: readonly Saying[], utterance: string): void {
  let left = countHeard(sayings.map(({ text }) => text).join(" "), utterance);
  for (const saying of sayings) {
    const words = [...saying.text.matchAll(/\S+/g)];
    const next = words[left];
    // Up to the word that was not heard: of one that is cut in two nothing counts.
    saying.heard = next ? next.index : saying.text.length;
    left = Math.max(0, left - words.length);
  }
}

/** How many words of a text came out: up to where the utterance stands in it, else as many as it has. */
function countHeard(text: string, utterance: string): number {
  const said = listBare(text);
  const heard = listBare(utterance);
  if (heard.length === 0) return 0;
  const at = said.findIndex((_, start) => heard.every((word, index) => said[start + index] === word));
  return at < 0 ? Math.min(heard.length, said.length) : at + heard.length;
}

/** The words of a text, small and without signs; one of signs alone keeps its place. */
function listBare(text: string): string[] {
  return (text.match(/\S+/g) ?? []).map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""));
}

/** Gives the titles that an answer cites, each once and in their order, two at most: people don't remember more. */
export function listSources(citations: readonly Citation[]): string[] {
  return [...new Set(citations.map(({ title }) => title.trim()).filter(Boolean))].slice(0, 2);
}
