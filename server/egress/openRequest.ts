import { request as requestHttp } from "node:http";
import type { IncomingMessage, RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { LookupFunction } from "node:net";
import { makeAgent, operatorAgents } from "./agents.ts";
import { EgressError } from "./EgressError.ts";
import type { Headers } from "./headers.ts";
import { hostOf } from "./target.ts";
import { nameStop } from "./time.ts";

/** One request to one address, before any redirect. */
export type Hop = {
  url: URL;
  /** The checked addresses of a name that a person typed; the operator's own need no check, and connections to them are kept. */
  addresses: string[] | "operator";
  method: string;
  headers: Headers;
  body?: string | Uint8Array;
  /** Asks for bytes as they are, for answers that are read while they come. */
  isPlain?: boolean;
};

/**
 * Sends one request and gives the answer as soon as its headers are there. Whatever fails before that is
 * `unreachable`, a silent port as much as a closed one.
 */
export function openRequest(
  hop: Hop,
  signal: AbortSignal,
  headersTimeoutMs: number,
): Promise<IncomingMessage> {
  const send = hop.url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(optionsOf(hop, signal));
    const timer = setTimeout(
      () => request.destroy(new Error(`no answer within ${headersTimeoutMs} ms`)),
      headersTimeoutMs,
    );
    request.once("close", () => clearTimeout(timer));
    let hasAnswered = false;
    request.once("response", (response) => {
      hasAnswered = true;
      clearTimeout(timer);
      // The body's reader gets its end; a break while nobody reads must not stop the process.
      response.on("error", () => undefined);
      resolve(response);
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      const isBroken = error.code === "ECONNRESET" || error.code === "EPIPE";
      // The other side had closed a kept connection just before. Each try takes one away.
      if (isBroken && request.reusedSocket && !hasAnswered)
        resolve(openRequest(hop, signal, headersTimeoutMs));
      else reject(nameFailure(error, signal));
    });
    request.end(hop.body);
  });
}

function optionsOf(
  { url, addresses, method, headers, body, isPlain }: Hop,
  signal: AbortSignal,
): RequestOptions {
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return {
    protocol: url.protocol,
    hostname: hostOf(url),
    port: url.port || undefined,
    path: url.pathname + url.search,
    method,
    headers: {
      ...{ ...headers, ...length, host: url.host },
      "accept-encoding": isPlain ? "identity" : "gzip, br, deflate",
    },
    ...(addresses === "operator"
      ? { agent: operatorAgents[url.protocol === "https:" ? "https:" : "http:"] }
      : {
          // The name is never asked again: an answer that changes between check and connection changes nothing.
          lookup: pinTo(addresses),
          // No connection outlives its request, so none is reused after the name has moved elsewhere.
          agent: isPlain ? makeAgent(url.protocol) : false,
        }),
    maxHeaderSize: 32 * 1024,
    signal,
  };
}

function pinTo(addresses: string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const [first] = answers;
    if (options.all || !first) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}

function nameFailure(error: NodeJS.ErrnoException, signal: AbortSignal): unknown {
  if (signal.aborted) return nameStop(signal);
  const log = `${error.code ?? ""} ${error.message}`.trim();
  return new EgressError(certificateFaults.test(error.code ?? "") ? "certificate" : "unreachable", { log });
}

const certificateFaults = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_|UNABLE_TO_(VERIFY|GET))/;
