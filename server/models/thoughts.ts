/** Takes what a model thinks to itself out of its text, as the text comes. */
export interface Thoughts {
  /** Gives what of a piece is the answer; a tag may begin in one piece and end in another. */
  push(piece: string): string;
  /** Gives what was held back for a tag that never came. */
  end(): string;
}

const names = "think(?:ing)?|thoughts?|reason(?:ing)?|reflection|scratchpad|analysis|inner_monologue";
const named = `(?:[a-z]{1,10}:)?(?:${names})`;
const opening = new RegExp(
  `<${named}(?:\\s[^<>]{0,100})?>|\\[think\\]|◁think▷|<\\|(?:begin_of_thought|think|start_thinking)\\|>|<\\|channel\\|>(?:analysis|commentary)[^<]{0,60}<\\|message\\|>`,
  "i",
);
const closing = new RegExp(
  `</\\s?${named}\\s?>|\\[/think\\]|◁/think▷|<\\|(?:end_of_thought|/think|end_thinking|end|return)\\|>|<\\|channel\\|>final[^<]{0,60}<\\|message\\|>`,
  "i",
);
/** Words of a template around an answer, which are no part of it. */
const frame =
  /<\|(?:begin_of_solution|end_of_solution|start|end|return|message)\|>(?:assistant)?|<\|channel\|>final<\|message\|>/gi;
const longestTag = 160;

/**
 * Makes the reader of one answer. `startsInside`: this model's template opens the thought before the answer begins, so that
 * its closing tag comes alone. `tellAlone` is called where such a tag came without that being known.
 */
export function createThoughts({
  startsInside,
  tellAlone,
}: {
  startsInside: boolean;
  tellAlone: () => void;
}): Thoughts {
  let held = "";
  let isInside = startsInside;
  let hasSaid = false;

  function take(isEnd: boolean): string {
    let said = "";
    for (;;) {
      if (isInside) {
        const end = closing.exec(held);
        if (!end) break;
        held = held.slice(end.index + end[0].length);
        isInside = false;
        continue;
      }
      const start = findTag(held, opening);
      const alone = findTag(held, closing);
      if (alone && (!start || alone.index < start.index) && !/^<\|/.test(alone[0])) {
        // All before it was thought, as far as it was not said yet.
        said = "";
        tellAlone();
        held = held.slice(alone.index + alone[0].length);
        continue;
      }
      if (!start) break;
      said += held.slice(0, start.index);
      held = held.slice(start.index + start[0].length);
      isInside = true;
    }
    const keptFrom = isEnd ? held.length : findBegun(held);
    if (!isInside) said += held.slice(0, keptFrom);
    // Within a thought only the end is needed, where its closing tag may have begun; a thought that opened before the answer is kept, it may be none.
    held = isInside && startsInside && !isEnd ? held : held.slice(keptFrom);
    said = said.replace(frame, "");
    if (!hasSaid) said = said.trimStart();
    hasSaid ||= said !== "";
    return said;
  }

  return {
    push(piece) {
      held += piece;
      return take(false);
    },
    end() {
      // A template that should have opened a thought did not.
      if (isInside && startsInside && !closing.test(held)) isInside = false;
      return take(true);
    },
  };
}

/** A tag that is spoken of is between backticks. */
function findTag(text: string, tag: RegExp): RegExpExecArray | undefined {
  const found = tag.exec(text);
  return found && text[found.index - 1] !== "`" ? found : undefined;
}

/** The place at which a tag may have begun whose end has not come. */
function findBegun(text: string): number {
  const header = text
    .slice(-longestTag)
    .search(/<\|(?:channel\|>[^<]{0,80}(?:<(?:\|[a-z]*\|?)?)?|start\|>[a-z]{0,9})$/);
  if (header >= 0) return Math.max(0, text.length - longestTag) + header;
  const at = Math.max(...["<", "[", "◁"].map((sign) => text.lastIndexOf(sign)));
  if (at < 0 || text.length - at > longestTag) return text.length;
  const rest = text.slice(at);
  const mayBe =
    /^(?:<(?:$|\/?\s?[a-z_:]{0,24}(?:\s[^<>]{0,100})?$|\|[a-z_/]*\|?$)|\[\/?(?:t(?:h(?:i(?:n(?:k)?)?)?)?)?$|◁\/?[a-z]{0,5}$)/i;
  return mayBe.test(rest) ? at : text.length;
}

/** Models whose templates open the thought themselves. */
const thinkers = /deepseek-?r1|\bqwq\b|[-_]thinking\b|[-_]reasoning\b|\br1[-_](?:distill|\d)/i;
const mostKnown = 500;
const learned = new Set<string>();

/** Says whether a model's closing tag comes alone, by its name or by an earlier answer. */
export function startsInThought(model: string): boolean {
  return thinkers.test(model) || learned.has(model);
}

/** Remembers that it does. */
export function learnThought(model: string): void {
  if (learned.size >= mostKnown) learned.clear();
  learned.add(model);
}
