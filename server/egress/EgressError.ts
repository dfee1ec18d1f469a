/**
 * Why a request came to nothing. `unreachable` deliberately covers private, closed, silent and unknown alike, so
 * that nobody can scan a network through us.
 */
export type EgressReason =
  | "address"
  | "request"
  | "unreachable"
  | "certificate"
  | "tooManyRedirects"
  | "redirectLoop"
  | "timeout"
  | "tooSlow"
  | "tooLarge"
  | "interrupted"
  | "undecodable"
  | "aborted";

/** A request that was refused or failed. `message` is for people; `log` holds what they must not see. */
export class EgressError extends Error {
  override readonly name = "EgressError";
  readonly reason: EgressReason;
  readonly log: string;

  constructor(reason: EgressReason, { message, log }: { message?: string; log: string }) {
    super(message ?? messages[reason]);
    this.reason = reason;
    this.log = log;
  }
}

/** Gives whether trying again later may help: the network failed, not the address or the answer's size. */
export function isPassing(error: EgressError): boolean {
  return ["unreachable", "timeout", "tooSlow", "interrupted"].includes(error.reason);
}

const messages: Record<EgressReason, string> = {
  address:
    "This is not an address that can be fetched. Give one that begins with http:// or https://, on a port that web servers use.",
  request: "This request holds a method or a header that may not be set. Remove it and try again.",
  unreachable:
    "The address could not be reached. Check the spelling and that it opens in a browser outside your own network; " +
    "private networks are reached only where the operator allows them (EGRESS_ALLOW).",
  certificate:
    "The site's certificate is not valid, so the connection is not safe. Ask its owner to renew it.",
  tooManyRedirects: "The address redirects too often. Give the address where it ends.",
  redirectLoop: "The address redirects in a circle. Give the address where the content stands.",
  timeout: "The answer took too long and was given up. Try again later.",
  tooSlow: "The answer came too slowly and was given up. Try again later.",
  tooLarge: "The answer is larger than allowed. Give a smaller file or page.",
  interrupted: "The connection broke in the middle of the answer. Try again later.",
  undecodable: "The answer is packed in a way that cannot be read, or it is damaged.",
  aborted: "The request was stopped.",
};
