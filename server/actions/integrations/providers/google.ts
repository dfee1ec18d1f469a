import type { ProviderOAuth } from "../Provider.ts";

/** How one signs in with Google: without `offline` and `consent` it gives no refresh token. */
export const googleSignIn: Omit<ProviderOAuth, "scopes"> = {
  authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
  tokenUrl: "https://oauth2.googleapis.com/token",
  clientsUrl: "https://console.cloud.google.com/auth/clients",
  query: { access_type: "offline", prompt: "consent" },
  client: "post",
  usesPkce: true,
  issuer: "https://accounts.google.com",
};
