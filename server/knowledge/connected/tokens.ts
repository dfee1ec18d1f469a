import type { Egress } from "../../egress/egress.ts";
import type { OAuthClient, Provider, Tokens } from "./provider.ts";
import { AccessLost, ProviderFault } from "./faults.ts";

/** What is exchanged for tokens. */
export type Grant =
  | { grant_type: "authorization_code"; code: string; redirect_uri: string; code_verifier?: string }
  | { grant_type: "refresh_token"; refresh_token: string };

interface Asking {
  egress: Egress;
  provider: Provider;
  client: OAuthClient;
  now: number;
}

const timeoutMs = 20_000;
const largestAnswer = 100_000;

/**
 * Asks a token endpoint (RFC 6749). Throws AccessLost where the grant is no longer valid: revoked, used, or too old. A
 * refresh token that is not replaced stays good.
 */
export async function askTokens({ egress, provider, client, now }: Asking, grant: Grant): Promise<Tokens> {
  const { clientId, clientSecret } = client;
  const isJson = provider.tokenFormat === "json";
  const { clientInBody, clientHeaders } = isJson
    ? { clientInBody: {}, clientHeaders: basic(clientId, clientSecret ?? "") }
    : { clientInBody: { client_id: clientId, client_secret: clientSecret ?? "" }, clientHeaders: {} };
  const fields = { ...grant, ...clientInBody };
  const answer = await egress.fetch(provider.tokenUrl, {
    method: "POST",
    headers: {
      ...clientHeaders,
      ...provider.headers,
      accept: "application/json",
      "content-type": isJson ? "application/json" : "application/x-www-form-urlencoded",
    },
    body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
    maxBytes: largestAnswer,
    timeoutMs,
    onRedirect: () => false,
  });
  const said = readObject(answer.body);
  const accessToken = said["access_token"];
  if (answer.status === 200 && typeof accessToken === "string") {
    const [lifetime, refreshToken] = [said["expires_in"], said["refresh_token"]];
    return {
      accessToken,
      refreshToken:
        typeof refreshToken === "string"
          ? refreshToken
          : grant.grant_type === "refresh_token"
            ? grant.refresh_token
            : null,
      expiresAt: typeof lifetime === "number" ? now + lifetime * 1000 : null,
    };
  }
  const code = typeof said["error"] === "string" ? said["error"] : "";
  if (code === "invalid_grant")
    throw new AccessLost(`${provider.label} no longer accepts our access. Connect again.`);
  const message =
    code === "invalid_client" || code === "unauthorized_client"
      ? `${provider.label} does not know this server by its settings. An administrator has to check them.`
      : `${provider.label} did not answer as it should. Try again in a moment.`;
  throw new ProviderFault(message, { status: answer.status, code });
}

function basic(clientId: string, clientSecret: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}` };
}

/** An answer that should be a JSON object; empty where it is none. */
export function readObject(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
