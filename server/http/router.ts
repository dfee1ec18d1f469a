import { Hono } from "hono";
import { AppError } from "../../shared/errors/errors.ts";
import type { Facts } from "../requests/facts.ts";
import type { GiveBack } from "../requests/limits.ts";
import type { Route } from "../requests/handle.ts";
import type { RequestHandler } from "../requests/requests.ts";
import type { PageRoute } from "../requests/page.ts";
import { toRouterPath } from "./paths.ts";

/** One request on its way through the app. */
export interface Trip {
  facts: Facts;
  /** The path that is answered: the one that was asked for, or the page that stands for it on a team's own domain. */
  path: string;
  /** The address as the log names it: the route's own path, so that no id and no token appears in it. */
  what: string;
  /** Puts back what was counted for the request's address. */
  uncount: GiveBack;
}

export interface RouterParts {
  routes: Route[];
  pages: PageRoute[];
  requestHandler: RequestHandler;
  /** What answers where no route does. */
  otherwise: (request: Request, trip: Trip) => Response | Promise<Response>;
}

type Router = Hono<{ Bindings: Trip }>;

/** Mounts every call of the contract under its family, and the pages. A path takes the methods it names and no other. */
export function createRouter({ routes, pages, requestHandler, otherwise }: RouterParts): Router {
  const router: Router = new Hono({ strict: true, getPath: (_, asked) => (asked?.env as Trip).path });
  for (const [path, byMethod] of groupByPath(routes)) {
    router.all(toRouterPath(path), (c) => {
      c.env.what = path;
      const route = byMethod.get(c.req.raw.method);
      if (!route) return refuseMethod(c.env.facts, [...byMethod.keys()]);
      return requestHandler.answer({ route, request: c.req.raw, facts: c.env.facts, params: c.req.param() });
    });
  }
  for (const { path, method = "GET", handler } of pages) {
    router.all(toRouterPath(path), async (c) => {
      c.env.what = path;
      const { facts, uncount } = c.env;
      const allowed = [method].flat().flatMap((one) => (one === "GET" ? ["GET", "HEAD"] : [one]));
      if (!allowed.includes(c.req.raw.method)) return refuseMethod(facts, allowed);
      const response = await handler({ request: c.req.raw, params: c.req.param(), facts, uncount });
      for (const [name, value] of facts.answerHeaders) response.headers.append(name, value);
      return response;
    });
  }
  router.all("*", (c) => otherwise(c.req.raw, c.env));
  router.onError((error) => {
    throw error;
  });
  return router;
}

/** By path, those with fixed words before those with parameters, so that `/detail` is never taken for an id. */
function groupByPath(routes: Route[]): [string, Map<string, Route>][] {
  const groups = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const path = `/api/${route.call.family}${route.call.path}`;
    const byMethod = groups.get(path) ?? new Map<string, Route>();
    if (byMethod.has(route.call.method)) throw new Error(`${route.call.method} ${path} is there twice.`);
    groups.set(path, byMethod.set(route.call.method, route));
  }
  const order = (path: string) => path.replaceAll("{", "\uffff");
  return [...groups].sort(([one], [other]) => (order(one) < order(other) ? -1 : 1));
}

function refuseMethod(facts: Facts, allowed: string[]): never {
  facts.setHeader("Allow", allowed.join(", "));
  throw new AppError("method_not_allowed");
}
