import type { IncomingMessage, ServerResponse } from "node:http";
import { findAddress, findForwarded, isTrustedProxy } from "./address.ts";
import type { TrustedProxies } from "./address.ts";
import { endWithSignal, SocketEnding } from "./ending.ts";
import type { Ending } from "./ending.ts";
import { newId } from "../database/ids.ts";
import type { RequestFacts } from "./handle.ts";
import type { GiveBack } from "./limits.ts";

/** What the server knows of a connection beside the request itself. */
export interface Connection {
  /** The other end of the socket. */
  address: string;
  /** The answer on its socket, where there is one. */
  outgoing?: ServerResponse | undefined;
}

export interface Surroundings {
  trustedProxies: TrustedProxies;
  /** In which header, in small letters, they tell a visitor's country; null where they don't. */
  countryHeader: string | null;
  /** PUBLIC_URL's origin, where it is set. */
  publicOrigin: string | null;
  /** BASE_PATH; the root where it is left out. */
  basePath?: string;
  /** What addresses begin with. */
  origins: { look(): Promise<string | null>; find(): Promise<string> };
  /** Aborted when the server stops; requests that stream end with it. */
  stopping: AbortSignal;
}

/** Facts of a request, with the headers that its handler set for the answer. */
export interface Facts extends RequestFacts {
  answerHeaders: Headers;
  /** What the call's limit counted. */
  counted: GiveBack | null;
  /** Every host under which people may have addressed this request, so under which it may be signed. */
  hosts: string[];
  /** What ends `signal`. */
  ending: Ending;
  /** The request on its socket, where there is one. */
  readonly incoming: IncomingMessage | undefined;
  /** The path that was asked for, below the base path. */
  path: string;
}

/** Reads what handlers may know about a request. */
export function readFacts(request: Request, connection: Connection, around: Surroundings): Facts {
  const { headers } = request;
  const { stopping, basePath = "" } = around;
  const { outgoing } = connection;
  const ending = outgoing ? new SocketEnding(outgoing, stopping) : endWithSignal(request.signal, stopping);
  const answerHeaders = new Headers();
  const isForwarded = isTrustedProxy(connection.address, around.trustedProxies);
  const host = hostIn(headers.get("host")) ?? new URL(request.url).host;
  const forwardedFor = headers.get("x-forwarded-for");
  const forwarding = { socketAddress: connection.address, forwardedFor, trusted: around.trustedProxies };
  const findIn = (name: string) => (isForwarded ? findForwarded(headers.get(name), forwarding) : null);
  const forwardedHost = hostIn(findIn("x-forwarded-host"));
  const scheme = findIn("x-forwarded-proto") || new URL(request.url).protocol;
  const isHttps = scheme.replace(":", "") === "https";
  const publicHost = around.publicOrigin ? new URL(around.publicOrigin).host : null;
  const reachedHost = forwardedHost ?? host;
  const reachedOrigin =
    around.publicOrigin && reachedHost === publicHost
      ? around.publicOrigin
      : `http${isHttps ? "s" : ""}://${reachedHost}`;
  const facts: Facts = {
    requestId: newId(),
    counted: null,
    giveBackTry: () => facts.counted?.(),
    address: findAddress(connection.address, forwardedFor, around.trustedProxies),
    get country() {
      return around.countryHeader ? countryOf(findIn(around.countryHeader)) : null;
    },
    headers,
    ...{ reachedOrigin, basePath, path: belowBase(new URL(request.url).pathname, basePath) },
    lookOrigin: () => around.origins.look(),
    findOrigin: () => around.origins.find(),
    hosts: [...new Set([host, forwardedHost, publicHost])].filter((one) => one !== null),
    get signal() {
      return ending.signal();
    },
    ending,
    get incoming() {
      return outgoing?.req;
    },
    answerHeaders,
    setHeader(name, value) {
      // An answer may set several cookies; of every other header there is one.
      if (name === "Set-Cookie") answerHeaders.append(name, value);
      else answerHeaders.set(name, value);
    },
  };
  return facts;
}

/** Gives the path below the base path. A proxy that strips the base path leaves only that, so other paths stay as they are. */
function belowBase(path: string, basePath: string): string {
  if (path === basePath) return "/";
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
}

/** Codes that are no country's: who is anywhere, on the Tor network (`T1`), or not known. */
const nowhere = /^(xx|zz|t1|a[12])$/i;

function countryOf(code: string | null): string | null {
  return code && /^[a-z]{2}$/i.test(code) && !nowhere.test(code) ? code.toUpperCase() : null;
}

/** The host that a header names; null for what is no host, as if the header were not there. */
function hostIn(said: string | null): string | null {
  if (!said || !/^[\w.[\]:-]{1,300}$/.test(said)) return null;
  return URL.canParse(`http://${said}`) ? said : null;
}
