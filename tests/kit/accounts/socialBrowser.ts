import type { AnyCall } from "../../../shared/contract/call.ts";
import type { TestInput } from "../client.ts";
import { nextAddress } from "../client.ts";
import type { TestServer } from "../server.ts";

/** Somebody's browser without a window: it keeps cookies and follows redirects, between a test server and real ones. */
export interface SocialBrowser {
  /** Opens an address and follows where it leads; gives where that ended. */
  open(url: string): Promise<URL>;
  /** Opens an address and gives where it leads next, without going there. */
  peek(url: string): Promise<string>;
  /** Says who they are on the provider's page, or cancels, and gives where that ended; not going on to `stopAt`. */
  answer(page: URL, form: Record<string, string>, stopAt?: string): Promise<URL>;
  /** Makes a call of the contract with the cookies of this browser. */
  send<C extends AnyCall>(call: C, input?: TestInput<C>): Promise<Response>;
  /** The cookies for an origin, as a request would carry them. */
  cookies(origin: string): string;
  setCookie(origin: string, name: string, value: string): void;
}

/** Opens a browser of somebody's own, from an address of their own. */
export function openSocialBrowser(server: TestServer): SocialBrowser {
  const address = nextAddress();
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (origin: string) => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  const cookies = (origin: string) =>
    [...jarOf(origin)].map(([name, value]) => `${name}=${value}`).join("; ");

  function keep(origin: string, response: Response): Response {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = cookie.split(/;\s*/);
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      const isGone = attributes.some((one) => /^(max-age=0|expires=Thu, 01 Jan 1970)/i.test(one));
      if (isGone) jarOf(origin).delete(name);
      else jarOf(origin).set(name, value);
    }
    return response;
  }

  async function request(url: URL, init: RequestInit = {}): Promise<Response> {
    const headers = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" };
    const options = { ...init, headers: { ...headers, ...init.headers, cookie: cookies(url.origin) } };
    const response =
      url.origin === server.origin
        ? await server.request(url.pathname + url.search, { ...options, address })
        : await fetch(url, { ...options, redirect: "manual" });
    return keep(url.origin, response);
  }

  async function follow(url: URL, init?: RequestInit, stopAt?: string): Promise<URL> {
    const response = await request(url, init);
    const location = response.headers.get("location");
    if (location === null) return url;
    const next = new URL(location, url);
    return next.pathname === stopAt ? next : follow(next, undefined, stopAt);
  }

  return {
    cookies,
    setCookie: (origin, name, value) => void jarOf(origin).set(name, value),
    open: (url) => follow(new URL(url, server.origin)),
    async peek(url) {
      const response = await request(new URL(url, server.origin));
      return response.headers.get("location") ?? "";
    },
    answer: (page, form, stopAt) => follow(page, { method: "POST", body: new URLSearchParams(form) }, stopAt),
    async send(call, input) {
      const { origin } = server;
      const response = await server.as({ address, cookie: cookies(origin) }).send(call, input);
      return keep(origin, response);
    },
  };
}
