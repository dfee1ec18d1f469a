import * as v from "valibot";
import type { AnyCall } from "../../shared/contract/call.ts";
import type { AskInside } from "../requests/askInside.ts";
import type { MemberCaller, RequestFacts, Route } from "../requests/handle.ts";

/** Makes what does the product's own calls without a request: the contract's checks hold, and nobody has to sign in. */
export function createAskInside(listRoutes: () => readonly Route[]): AskInside {
  return async (call, { organizationId, params = {}, query = {}, body, as = ownerOf(organizationId) }) => {
    const route = listRoutes().find((one) => one.call === (call as AnyCall)); // every call is one
    if (!route) throw new Error(`No capability does ${call.method} ${call.path}.`);
    const input = {
      params: { orgId: organizationId, ...params },
      query: call.query ? v.parse(call.query, query) : undefined,
      body: call.body ? v.parse(call.body, body) : undefined,
      ...{ caller: as, request: noRequest },
    };
    return (await route.handler(input as never)) as never; // the list of routes forgets each call's types
  };
}

/** The caller inside: this owner, or the product itself where nobody is named. */
export function ownerOf(organizationId: string, userId = ""): MemberCaller {
  return {
    ...{ kind: "member", userId, sessionId: "", name: "", isSuperAdmin: false },
    ...{ organizationId, roles: ["owner"], agentIds: null, may: () => true },
  };
}

const noRequest: RequestFacts = {
  ...{ requestId: "", address: "", country: null, headers: new Headers(), reachedOrigin: "", basePath: "" },
  lookOrigin: async () => null,
  findOrigin: () => Promise.reject(new Error("Nobody asks from outside.")),
  giveBackTry: () => {},
  signal: new AbortController().signal,
  setHeader: () => {},
};
