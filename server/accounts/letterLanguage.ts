import { pickLanguage } from "../../shared/domain/chatLanguages.ts";
import type { ChatLanguage } from "../../shared/domain/chatLanguages.ts";
import type { RequestFacts } from "../door/handle.ts";

/**
 * In which language somebody is written to: the one that they chose in their profile, else the one that the browser of
 * whoever asks for the letter prefers.
 */
export function letterLanguage(
  user: { language: ChatLanguage | null } | undefined,
  request?: Pick<RequestFacts, "headers">,
): ChatLanguage {
  return user?.language ?? pickLanguage(readAccepted(request?.headers.get("accept-language") ?? "")) ?? "en";
}

/** The tags of an `accept-language` header, the preferred first; those that are refused (`q=0`) are left out. */
function readAccepted(header: string): string[] {
  return header
    .slice(0, 1000)
    .split(",")
    .map((part) => {
      const [tag = "", ...rest] = part.split(";").map((piece) => piece.trim());
      const weight = rest.find((piece) => piece.startsWith("q="))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
