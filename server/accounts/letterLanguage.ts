import { pickLanguage } from "../../shared/domain/chatLanguages.ts";
import type { ChatLanguage } from "../../shared/domain/chatLanguages.ts";
import { readAcceptedLanguages } from "../requests/acceptedLanguages.ts";
import type { RequestFacts } from "../requests/handle.ts";

/**
 * In which language somebody is written to: the one that they chose in their profile, else the one that the requesting
 * browser prefers.
 */
export function letterLanguage(
  user: { language: ChatLanguage | null } | undefined,
  request?: Pick<RequestFacts, "headers">,
): ChatLanguage {
  return (
    user?.language ??
    pickLanguage(readAcceptedLanguages(request?.headers.get("accept-language") ?? null)) ??
    "en"
  );
}
