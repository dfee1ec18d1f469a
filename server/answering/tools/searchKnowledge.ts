import { writeForModel } from "../../../shared/domain/citations.ts";
import * as v from "valibot";
import type { FoundPassage } from "../../knowledge/retrieve.ts";
import { writePassage } from "../prompt.ts";
import { describeInput, type ReadingTool } from "./tool.ts";

const input = v.object({
  query: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(300)),
});
const described = describeInput(input);

export interface SearchOptions {
  /** All that the model was given so far; what is found new goes behind it and can be cited from then on. */
  passages: FoundPassage[];
  find(question: string, signal: AbortSignal): Promise<FoundPassage[]>;
}

const mostPassages = 24;

/** Looks into the agent's pages again, in words that the model chooses. */
export function searchKnowledge({ passages, find }: SearchOptions): ReadingTool {
  return {
    name: "search_knowledge",
    description:
      "Searches the owner's pages once more. Use it where the passages that you have do not answer, with other words than before: synonyms, the language of the pages, or one part of the question.",
    ...described,
    hasEffects: false,
    isPublic: true,
    async run(asked, signal) {
      const { query } = v.parse(input, asked);
      const found = await find(query, signal);
      const known = new Set(passages.map(({ passageId }) => passageId));
      const fresh = found.filter(({ passageId }) => !known.has(passageId));
      const first = passages.length;
      passages.push(...fresh.slice(0, Math.max(0, mostPassages - first)));
      const added = passages.slice(first);
      const again = found.flatMap(({ passageId }) => {
        const index = passages.findIndex((passage) => passage.passageId === passageId);
        return index >= 0 && index < first ? [writeForModel(index + 1)] : [];
      });
      return {
        text: [
          ...added.map((passage, index) => writePassage(passage, first + index)),
          again.length > 0 ? `Found again: ${again.join(", ")}.` : "",
          found.length === 0 ? "Nothing was found." : "",
        ]
          .filter(Boolean)
          .join("\n"),
        summary: `${added.length} new of ${found.length} passages`,
      };
    },
  };
}
