import { getAgent } from "../../../shared/contract/agents.ts";
import type { AnyCall } from "../../../shared/contract/call.ts";
import { getHostedWeb, getWidget } from "../../../shared/contract/surfaces.ts";
import { startTestServer } from "../server.ts";
import type { TestServer } from "../server.ts";
import type { StoreKind } from "../stores.ts";
import type { Given } from "./rows.ts";
import { makeSide } from "./world.ts";
import type { Side } from "./world.ts";

/** A server with two organisations that have one of everything, and every call that asks who somebody is. */
export interface Matrix {
  server: TestServer;
  ours: Side;
  theirs: Side;
  /** What right calls of ours are written with. */
  given: Given;
  calls: AnyCall[];
}

export async function openMatrix(store: StoreKind): Promise<Matrix> {
  const server = await startTestServer({ store });
  const ours = await makeSide(server, "canary-ours");
  const theirs = await makeSide(server, "canary-theirs");
  const params = { productId: ours.ids.productId };
  const client = server.as(ours.owner);
  return {
    ...{ server, ours, theirs },
    given: {
      ids: ours.ids,
      agent: (await client.call(getAgent, { params })).data,
      widget: (await client.call(getWidget, { params })).data,
      hosted: (await client.call(getHostedWeb, { params })).data,
    },
    calls: server.house.routes.map(({ call }) => call).filter(({ who }) => who !== "anyone"),
  };
}
