import type { Provider } from "../../connected/provider.ts";
import type { ConnectedSettings } from "../../connected/settings.ts";
import { browseNotion } from "./browseNotion.ts";
import { walkNotion } from "./walkNotion.ts";

/** From this version on a database has data sources, which hold its rows. */
const version = "2025-09-03";

/** Notion: a public connection that people agree to, or the token of an internal one. */
export function notionProvider({ clientId, clientSecret, baseUrl }: ConnectedSettings["notion"]): Provider {
  return {
    ...{ kind: "notion", label: "Notion", tokenFormat: "json", takesToken: true, usesPkce: false },
    missing: [
      ...(clientId === undefined ? ["NOTION_CLIENT_ID"] : []),
      ...(clientSecret === undefined ? ["NOTION_CLIENT_SECRET"] : []),
    ],
    client: clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret },
    authorizeUrl: `${baseUrl}/oauth/authorize`,
    authorizeQuery: { owner: "user" },
    tokenUrl: `${baseUrl}/oauth/token`,
    apiUrl: baseUrl,
    headers: { "notion-version": version },
    async describe(access) {
      const { id, name, bot } = await access.read("/users/me");
      const { workspace_name, workspace_id } = (bot ?? {}) as Record<string, unknown>; // read with care
      const called = workspace_name ?? name;
      return {
        // The bot is the connection's own: another one of the same workspace may see other pages.
        accountId: String(id ?? workspace_id ?? "notion"),
        name: typeof called === "string" && called !== "" ? called : "Notion workspace",
      };
    },
    browse: browseNotion,
    walk: walkNotion,
  };
}
