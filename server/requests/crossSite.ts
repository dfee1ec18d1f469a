import type { AnyCall } from "../../shared/contract/call.ts";
import { AppError } from "../../shared/errors/errors.ts";

/** What a stranger's page may ask: public and without a session, either to read or to tell what only counts. */
export function isForForeignPages(call: AnyCall): boolean {
  return call.family === "public" && call.who === "anyone" && (call.method === "GET" || !!call.isFromPages);
}

/**
 * Refuses what another site made a browser send. Browsers tell by Sec-Fetch-Site, older ones by Origin; who sends
 * neither is no browser, has no cookie that was not given to it, and still has to sign.
 */
export function refuseCrossSite(headers: Headers, origin: string): void {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") throw new AppError("cross_site");
  const from = headers.get("origin");
  if (from !== null && from !== origin) throw new AppError("cross_site");
}
