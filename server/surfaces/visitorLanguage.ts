import { pickLanguage, type ChatLanguage } from "../../shared/domain/chatLanguages.ts";
import { readAcceptedLanguages } from "../requests/acceptedLanguages.ts";

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
  return pickLanguage([chosen, page, ...readAcceptedLanguages(accepted), agent]) ?? "en";
}
