import type { EgressError, EgressReason } from "../../egress/EgressError.ts";
import type { FailureCode, Outcome } from "./frontier.ts";

/** How an address failed, with a sentence for people. */
export type Failed = Extract<Outcome, { state: "failed" }>;
/** Why an address was left out, with a sentence for people. */
export type Skipped = Extract<Outcome, { state: "skipped" }>;

/**
 * What `onPage` throws when a page cannot be read (damaged, encrypted, empty): the page fails with this sentence and
 * the crawl continues. Any other error ends the crawl.
 */
export class PageError extends Error {
  override readonly name = "PageError";
}

/** Makes a failure; `status` where the site answered one. */
export function fail(code: FailureCode, reason: string, status: number | null = null): Failed {
  return { state: "failed", code, reason, status };
}

/** Makes a skip. */
export function skip(code: Skipped["code"], reason: string): Skipped {
  return { state: "skipped", code, reason };
}

/** Gives the failure of an answer that is neither a page nor a redirect. */
export function failByStatus(status: number): Failed {
  const known = statusReasons[status];
  const general = status >= 500 ? "the site has an error; try again later" : "the site refuses this page";
  return fail("status", `${status}: ${known ?? general}`, status);
}

/** Gives the failure of a request that came to nothing; people never see what only the log may know. */
export function failByEgress({ reason, message }: EgressError): Failed {
  return fail(egressCodes[reason] ?? "unreachable", message);
}

/** Whether the site itself says that there is no such page: what it said before is no longer valid. */
export function isGone({ status }: Pick<Failed, "status">): boolean {
  return status === 404 || status === 410;
}

const statusReasons: Record<number, string> = {
  204: "the page is empty",
  401: "the page requires a sign-in",
  403: "the site blocks us; ask its owner to allow PilothouseBot",
  404: "the page does not exist",
  406: "the site has no readable format of this page",
  410: "the page was removed for good",
  429: "the site limits our requests; try again later",
  451: "the page is withheld for legal reasons",
  503: "the site is overloaded or under repair; try again later",
};

const egressCodes: Partial<Record<EgressReason, FailureCode>> = {
  address: "address",
  request: "address",
  tooLarge: "tooLarge",
  tooManyRedirects: "redirects",
  redirectLoop: "redirects",
  timeout: "timeout",
  tooSlow: "timeout",
  undecodable: "unreadable",
};
