/** A part of a text, and what stood between it and the part before it: a space, or nothing in the middle of a word. */
export interface TextPart {
  text: string;
  join: "" | " ";
}

/** Gives a text in parts of at most `most` characters, cut between sentences, else words, else characters. */
export function cutText(text: string, most: number): TextPart[] {
  if (text.length <= most) return [{ text, join: "" }];
  const parts: string[] = [];
  let part = "";
  for (const sentence of listSentences(text, most)) {
    if (part && part.length + sentence.length > most) {
      parts.push(part);
      part = "";
    }
    part += sentence;
  }
  parts.push(part);
  return parts
    .map((each, index): TextPart => {
      const isApart = /^\s/.test(each) || /\s$/.test(parts[index - 1] ?? "");
      return { text: index === 0 ? each.trimEnd() : each.trim(), join: isApart ? " " : "" };
    })
    .filter((each) => each.text !== "");
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The segmenter slows down on very long strings, so it gets stretches. */
const stretchLength = 20_000;

function* listSentences(text: string, most: number): Generator<string> {
  for (let from = 0; from < text.length;) {
    const end =
      from + stretchLength < text.length
        ? from + findCut(text.slice(from, from + stretchLength))
        : text.length;
    for (const { segment } of sentences.segment(text.slice(from, end))) {
      let rest = segment;
      while (rest.length > most) {
        const cut = findCut(rest.slice(0, most));
        yield rest.slice(0, cut);
        rest = rest.slice(cut);
      }
      if (rest) yield rest;
    }
    from = end;
  }
}

/** Gives the last good place to cut in a string that continues: after a space, else between two characters. */
function findCut(start: string): number {
  const space = start.search(/\s\S*$/);
  if (space > start.length / 2) return space + 1;
  const tail = start.slice(-longestCharacter);
  let last = 0;
  for (const { index } of characters.segment(tail)) last = index;
  return last > 0 ? start.length - tail.length + last : start.length;
}

/** A character may be many code units: a family of emoji has eleven. */
const longestCharacter = 60;
