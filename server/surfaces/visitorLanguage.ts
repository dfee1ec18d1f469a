import { pickLanguage, type ChatLanguage } from "../../shared/domain/chatLanguages.ts";

export interface LanguageHints {
  /** The owner's choice; `auto` leaves it to the visitor. */
  chosen: string;
  /** What the page says of itself. */
  page: string | undefined;
  /** The browser's Accept-Language. */
  accepted: string | null;
  /** What the agent speaks. */
  agent: string;
}

/** The language in which a visitor is spoken to before the chat is there: the first hint that the chat has words for. */
export function visitorLanguage({ chosen, page = "", accepted, agent }: LanguageHints): ChatLanguage {
  return pickLanguage([chosen, page, ...readAccepted(accepted ?? ""), agent]) ?? "en";
}

const longestHeader = 500;

/** The languages of an Accept-Language header, the best first; those of equal weight as they stand. */
function readAccepted(header: string): string[] {
  return header
    .slice(0, longestHeader)
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
      const said = parameters.find((part) => part.startsWith("q="))?.slice(2) ?? "1";
      return { tag, weight: Number(said) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
