import { brandName } from "../../shared/domain/product.ts";
import { standalonePath, standaloneScope, standaloneScopes } from "../../shared/domain/standalone.ts";
import type { StandaloneScope } from "../../shared/domain/standalone.ts";
import type { PageRoute } from "../requests/page.ts";
import { drawAppIcon } from "./appIcon.ts";
import { faviconPath } from "./favicon.ts";

/** 180 is what an iPhone asks for, the others what Android and desktops do. */
const iconSizes = [180, 192, 512];

/**
 * What devices ask to install an agent's conversations as an app. Browsers ask without the session, so it names nobody:
 * it is built from its own address, and looks the same whether there is such an agent or not.
 */
export function standaloneApp(): PageRoute[] {
  const icons = new Map<number, Uint8Array>();
  return [
    ...standaloneScopes.map((scope): PageRoute => ({
      path: `${scope}{orgId}/{agentId}/app.webmanifest`,
      handler: ({ params: { orgId = "", agentId = "" }, facts }) => {
        const start = standalonePath({ orgId, agentId }, scope);
        return new Response(JSON.stringify(describeApp(facts.basePath, start, scope)), {
          headers: { "Content-Type": "application/manifest+json", "Cache-Control": "no-cache" },
        });
      },
    })),
    ...iconSizes.map((size) => ({
      path: iconPath(size),
      handler: () => {
        const png = icons.get(size) ?? drawAppIcon(size);
        icons.set(size, png);
        return new Response(Buffer.from(png), {
          headers: { "Content-Type": "image/png", "Cache-Control": "public, max-age=86400" },
        });
      },
    })),
  ];
}

/** Its scope is the inbox of every agent: one app, in which people go from one to another. */
function describeApp(basePath: string, start: string, scope: StandaloneScope) {
  const [small, large] = [192, 512].map((size) => ({
    ...{ src: basePath + iconPath(size), type: "image/png", sizes: `${size}x${size}` },
  }));
  return {
    ...{ id: basePath + start, start_url: basePath + start, scope: basePath + scope, display: "standalone" },
    ...{ name: `${brandName} Inbox`, short_name: "Inbox" },
    description: "The conversations of an AI agent and the people who help it.",
    ...{ theme_color: "#ffffff", background_color: "#ffffff" },
    icons: [
      { src: basePath + faviconPath, type: "image/svg+xml", sizes: "any", purpose: "any" },
      ...[small, large].flatMap((icon) => [
        { ...icon, purpose: "any" },
        { ...icon, purpose: "maskable" },
      ]),
    ],
  };
}

function iconPath(size: number): string {
  return `${standaloneScope}icon-${size}.png`;
}
