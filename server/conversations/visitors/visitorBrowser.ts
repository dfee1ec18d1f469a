import { describeDevice } from "../../accounts/device.ts";
import { readAcceptedLanguages } from "../../requests/acceptedLanguages.ts";
import type { RequestFacts } from "../../requests/handle.ts";
import type { ThreadRow } from "../tables.ts";

/** What a conversation keeps of the browser in which it began. */
export type VisitorBrowser = Pick<ThreadRow, "device" | "language" | "country">;

/** Where a program or the team begins a conversation. */
export const noBrowser: VisitorBrowser = { device: null, language: null, country: null };

/** Gives what a visitor's browser, and what is between it and us, say with a request. */
export function readBrowser({ headers, country }: Pick<RequestFacts, "headers" | "country">): VisitorBrowser {
  return {
    device: describeDevice(headers.get("user-agent") ?? ""),
    language: readAcceptedLanguages(headers.get("accept-language")).map(canonical).find(Boolean) ?? null,
    country,
  };
}

const longestTag = 35;

/** Undefined for what is no language, such as the `*` for any. */
function canonical(tag: string): string | undefined {
  try {
    return tag.length > longestTag ? undefined : Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
