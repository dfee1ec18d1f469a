import { RequestError } from "../../../shared/client/requestError.ts";
import {
  loginWithGoogle,
  loginWithOneTap,
  prepareOneTap,
  startSocialSignIn,
} from "../../../shared/contract/accounts/social.ts";
import { client } from "../platform/client.ts";
import { configuration } from "../platform/configuration.ts";
import { readRedirect } from "./redirect.ts";
import { takeInSignIn } from "./signIn.ts";

/** What the sign-in provider's return left in the login page's address. */
export interface SocialReturn {
  code: string | null;
  error: string | null;
  requestId: string;
}

/** Gives where the provider's button leads: a visit of the browser's own, no request of a script. */
export function socialAddress(to: string | null = readRedirect("redirectUrl")): string {
  const { family, path } = startSocialSignIn;
  const query = to === null ? "" : `?${new URLSearchParams({ redirectUrl: to })}`;
  return `${configuration.services[family]}${path}${query}`;
}

/** Reads what the provider's return left in an address; null where nobody comes from there. */
export function readSocialReturn(search: string): SocialReturn | null {
  const query = new URLSearchParams(search);
  const [code, error] = [query.get("signInCode"), query.get("signInError")];
  if (code === null && error === null) return null;
  // It is beside the error's words, and anybody can make a link.
  const [requestId = ""] = /^[0-9a-z]{26}$/.exec(query.get("requestId") ?? "") ?? [];
  return { code, error, requestId };
}

/** Ends a sign-in by the provider: continues, or throws why it can't. */
export async function endSocialSignIn({ code, error, requestId }: SocialReturn): Promise<void> {
  if (code !== null) return takeInSignIn(await client.call(loginWithGoogle, { body: { code } }));
  // The sentences of all errors are fetched by the few who need one without an answer that carries it.
  const { errorTable } = await import("../../../shared/errors/errors.ts");
  const known = Object.entries(errorTable).find(([name]) => name === error);
  const message = known?.[1].message ?? "Something went wrong";
  throw new RequestError("forbidden", message, { requestId });
}

/**
 * Lets the browser itself offer sign-in by the provider (FedCM), and signs in by what it got. Nothing happens where
 * somebody has no account there, or does not want to: only a credential that the server refuses is an error.
 */
export async function tryOneTap(signal: AbortSignal): Promise<void> {
  const configUrl = configuration.googleSignIn?.oneTapUrl;
  if (!configUrl || !("IdentityCredential" in globalThis)) return;
  const credential = await askBrowser(configUrl, signal).catch(() => null);
  if (credential === null || signal.aborted) return;
  const token = crypto.randomUUID();
  // Compared with what is sent: another site can do the one, but not the other.
  document.cookie = `g_csrf_token=${token}; Path=/; SameSite=Strict; Max-Age=60`;
  takeInSignIn(await client.call(loginWithOneTap, { body: { credential, g_csrf_token: token } }));
}

async function askBrowser(configURL: string, signal: AbortSignal): Promise<string | null> {
  const { data } = await client.call(prepareOneTap);
  const { nonce, clientId } = data;
  // Newer browsers hand the nonce on inside `params` alone.
  const provider = { configURL, clientId, nonce, params: { nonce } };
  // Asked every time: else a user who has just signed out would be signed in again by this page.
  const mediation = "required";
  const wanted = { identity: { context: "signin", providers: [provider] }, mediation, signal };
  const found: unknown = await navigator.credentials.get(wanted as CredentialRequestOptions); // FedCM has no types yet
  const token: unknown = Object(found)["token"];
  return typeof token === "string" ? token : null;
}
