import { checkPage as checkPageCall } from "../../../shared/contract/surfaces/surfaces.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { findAgent } from "../../agents/find.ts";
import type { Store } from "../../database/store.ts";
import { handle, type Route } from "../../requests/handle.ts";
import { EgressError } from "../../egress/EgressError.ts";
import type { Egress } from "../../egress/egress.ts";
import { findSurface } from "../find.ts";
import type { HasPlan } from "../find.ts";
import { findHostedPage } from "../hostedWeb.ts";
import { readDomains } from "../present.ts";
import { checkPage } from "./checkPage.ts";
import { readPage } from "./readPage.ts";

export interface CheckDeps {
  store: Store;
  egress: Egress;
  hasPlan: HasPlan;
}

const limits = { maxBytes: 2_000_000, timeoutMs: 15_000, maxRedirects: 5 };

/** The call that looks at a customer's page as a visitor's browser would first get it. */
export function checkRoutes({ store, egress, hasPlan }: CheckDeps): Route[] {
  return [
    handle(checkPageCall, async ({ caller, params, body, request }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      const agent = await findAgent(store.db, key);
      const surface = await findSurface(store.db, { ...key, type: "widget" });
      const hosted = await findHostedPage(store.db, key);
      const page = await fetchPage(egress, body.data.url, request.signal);
      const report = checkPage(page, {
        token: surface.token,
        host: await request.findOrigin(),
        allowedDomains: readDomains(surface),
        isEnabled: surface.enabled === 1,
        isLive: agent.status === "live",
        hasPlan: await hasPlan(key.organizationId, key.agentId),
        slug: hosted?.enabled === 1 ? hosted.slug : "",
      });
      return { data: report };
    }),
  ];
}

async function fetchPage(egress: Egress, url: string, signal: AbortSignal) {
  try {
    const answer = await egress.fetch(url, { ...limits, signal, headers: { accept: "text/html" } });
    return {
      url: answer.url,
      status: answer.status,
      policy: answer.headers["content-security-policy"] ?? "",
      facts: await readPage(answer.body.toString("utf8")),
    };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw new AppError("source_refused", { message: error.message, cause: error });
  }
}
