import { fileAddressMs } from "../../../../shared/domain/fileAddresses.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import type { PageRoute } from "../../../requests/page.ts";
import { isGoodAddress, makeAddress, readOrganization } from "../../../storage/signedAddress.ts";
import type { McpDeps } from "../deps.ts";
import { findShowingTool } from "../stored.ts";
import { findPage } from "./pages.ts";
import { writeAppPolicy } from "./policy.ts";
import type { AppOrigins } from "./policy.ts";

const path = "/mcp-app";

type Deps = Pick<McpDeps, "store" | "appKey" | "now">;

/**
 * Gives the address of an app's page. Everybody who has it may see the page until it expires, as long as the server of the
 * tool that it shows has apps; what the tool gave is not in it.
 */
export function makePageAddress(
  { appKey: key, now }: Omit<Deps, "store">,
  { toolId, ...page }: { organizationId: string; id: string; toolId: string },
): string {
  const address = makeAddress({ ...page, key, path }, [toolId], now() + fileAddressMs.atLeast);
  return `${address}&tool=${encodeURIComponent(toolId)}`;
}

/** The document of an app: the server's own HTML, which can do nothing but run, and talk to the chat around it. */
export function appPage({ store, appKey: key, now }: Deps): PageRoute {
  return {
    path: `${path}/{pageId}`,
    async handler({ request, params: { pageId: id = "" } }) {
      const search = new URL(request.url).searchParams;
      const organizationId = readOrganization(search);
      const toolId = search.get("tool") ?? "";
      if (!isGoodAddress({ key, organizationId, id }, [toolId], { search, now: now() }))
        throw new AppError("signature_refused", { message: "This address has expired." });
      const tool = await findShowingTool(store.db, { organizationId, id: toolId });
      const page = tool && (await findPage(store.reader, { organizationId, id }));
      if (!page) throw new AppError("not_found");
      const origins = JSON.parse(page.origins) as AppOrigins; // written by keepPage
      return new Response(page.html, {
        headers: {
          "Content-Type": "text/html; charset=utf-8",
          "Content-Security-Policy": writeAppPolicy(origins),
          "Permissions-Policy":
            "camera=(), microphone=(), geolocation=(), clipboard-read=(), clipboard-write=()",
          // As the chat's frame has it, so that sites which ask every document for its policy may show it.
          "Cross-Origin-Resource-Policy": "cross-origin",
          "Cross-Origin-Embedder-Policy": origins.resource.length > 0 ? "credentialless" : "require-corp",
          "Referrer-Policy": "no-referrer",
          "X-Robots-Tag": "noindex",
        },
      });
    },
  };
}
