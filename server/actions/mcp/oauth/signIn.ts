import {
  auth,
  computeScopeUnion,
  OAuthError,
  RegistrationRejectedError,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { EgressError } from "../../../egress/EgressError.ts";
import { McpFault } from "../McpFault.ts";
import type { Challenge } from "../McpFault.ts";
import { createProvider } from "./createProvider.ts";
import type { PendingSignIn, ProviderOptions } from "./createProvider.ts";
import { currentTokens } from "./grant.ts";

/** A server to which somebody signs in. */
export interface SigningIn extends Omit<ProviderOptions, "pending" | "leave"> {
  url: string;
  fetch: typeof fetch;
}

export interface BegunSignIn {
  /** The issuer's address at which somebody agrees; its `state` is to be replaced. */
  url: URL;
  /** What is needed when they are back. */
  pending: PendingSignIn;
}

/**
 * Finds a server's issuer and begins a sign-in there, from the start each time: what was discovered before a refusal
 * may be why it came. A token that allows too little asks for more, beside what it allows already. Throws an McpFault.
 */
export async function beginSignIn(
  { url, fetch, ...options }: SigningIn,
  challenge: Challenge | null,
): Promise<BegunSignIn> {
  let begun: BegunSignIn | undefined;
  const leave: ProviderOptions["leave"] = (to, pending) => void (begun = { url: to, pending });
  const { resourceMetadataUrl, scope } = challenge ?? { resourceMetadataUrl: null, scope: null };
  const allowed = challenge?.status === 403 ? currentTokens(options.grant)?.scope : undefined;
  const wanted = computeScopeUnion(allowed, scope ?? undefined);
  await explain(async () =>
    auth(createProvider({ ...options, leave }), {
      serverUrl: url,
      fetchFn: fetch,
      ...(resourceMetadataUrl !== null && { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
      ...(wanted && { scope: wanted }),
      // Somebody is here to agree, so that what was kept is not tried once more.
      forceReauthorization: true,
    }),
  );
  if (!begun) throw new McpFault("The MCP server's sign-in could not start.", "no address to sign in at");
  return begun;
}

/** Ends a sign-in with all that came back with the browser, so that its issuer is compared too. Throws an McpFault. */
export async function endSignIn(
  { url, fetch, ...options }: SigningIn,
  { pending, returned }: { pending: PendingSignIn; returned: URLSearchParams },
): Promise<void> {
  const authProvider = createProvider({ ...options, pending, leave: () => {} });
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider, fetch });
  await explain(() => transport.finishAuth(returned));
}

async function explain<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw toFault(error);
  }
}

function toFault(error: unknown): McpFault {
  const log = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof EgressError) return new McpFault(error.message, `${error.log}: ${log}`);
  if (error instanceof OAuthError && error.code === "access_denied")
    return new McpFault("The sign-in was canceled.", log);
  if (error instanceof RegistrationRejectedError || /dynamic client registration|registration/i.test(log))
    return new McpFault(
      "This server's sign-in needs a client ID. Register one there and enter it here.",
      log,
    );
  if (error instanceof OAuthError || error instanceof UnauthorizedError)
    return new McpFault("The server's sign-in refused the request. Try again.", log);
  return new McpFault("The server's sign-in can't be used: its metadata does not match.", log);
}
