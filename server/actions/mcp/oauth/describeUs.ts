import type { RegisteredClient } from "./createProvider.ts";
import { readAuth, unsealSecret } from "../stored.ts";
import type { McpServerRow } from "../tables.ts";
import type { Secrets } from "../../../database/secrets.ts";

/** Where issuers that know no registration read who we are. */
export const clientPath = "/api/mcp-client.json";

/** Our description's address; null where it is none that an issuer takes as a client ID. */
export function findClientUrl(origin: string | null): string | null {
  return origin?.startsWith("https://") ? `${origin}${clientPath}` : null;
}

/** The client that somebody registered by hand for this server; null where nobody did. */
export function findRegistered(
  seal: Pick<Secrets, "unseal">,
  server: Pick<McpServerRow, "auth" | "sealedSecret">,
): RegisteredClient | null {
  const auth = readAuth(server);
  return auth.type === "oauth" && auth.clientId
    ? { id: auth.clientId, secret: unsealSecret(seal, server) }
    : null;
}
