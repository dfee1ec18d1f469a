import * as v from "valibot";
import { call } from "../call.ts";
import { data, text } from "../shapes.ts";
import { signInAnswer } from "./signIn.ts";

/** Where the console shows how a sign-in by the provider ended. */
export const socialReturnPage = "/auth/login";

/**
 * Opened by a click on the provider's button; a link, no request of a script. A cookie binds what is begun to this
 * browser. 404 where no provider is set up.
 */
export const startSocialSignIn = call({
  family: "webhooks",
  method: "GET",
  path: "/v1.0/authentication/google",
  who: "anyone",
  summary: "Sends the browser to the sign-in provider.",
  query: v.object({ redirectUrl: v.optional(text(2000)) }),
  answer: v.object({ location: v.string() }),
  redirects: { onError: socialReturnPage },
  limit: "signInByProvider",
});

/**
 * Where the provider sends the browser back to: the address to be registered there. Leads to the login page with a code
 * (`signInCode`) that `loginWithGoogle` takes once from the same browser, or with what went wrong (`signInError`).
 */
export const returnFromProvider = call({
  family: "webhooks",
  method: "GET",
  path: "/v1.0/authentication/google/return",
  who: "anyone",
  summary: "Receives the browser from the sign-in provider.",
  query: v.object({
    state: v.optional(text(200)),
    code: v.optional(text(4000)),
    /** The provider's name, where it says it (RFC 9207). */
    iss: v.optional(text(500)),
    error: v.optional(text(200)),
    error_description: v.optional(text(2000)),
  }),
  answer: v.object({ location: v.string() }),
  redirects: { onError: socialReturnPage },
  limit: "signInByProvider",
});

const credential = v.pipe(v.string(), v.minLength(1), v.maxLength(8000));

/**
 * Ends a sign-in by the provider: with the code that the browser came back with, or with a credential (an ID token) that
 * the browser got from the provider itself for the nonce of `prepareOneTap`. Either is good once, and only in the browser
 * that began. 403 `provider_unverified` for an address that the provider did not check, `registration_closed` for somebody
 * who has no account, no invitation, and may not make one.
 */
export const loginWithGoogle = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/authentication/login/google",
  who: "anyone",
  summary: "Signs in the user whom the sign-in provider recognized. Sets the session cookie.",
  body: v.union([
    v.strictObject({ code: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) }),
    v.strictObject({ credential }),
  ]),
  answer: signInAnswer,
  limit: "signInByProvider",
});

/** What the browser needs to offer sign-in by itself (FedCM); 404 where one tap is not set up. */
export const prepareOneTap = call({
  family: "webhooks",
  method: "POST",
  path: "/v1.0/authentication/google/one-tap/nonce",
  who: "anyone",
  summary: "Returns a nonce for One Tap, valid once and in this browser.",
  answer: data(v.object({ nonce: v.string(), clientId: v.string() })),
  limit: "signInByProvider",
});

/** As `loginWithGoogle` with a credential; `g_csrf_token` has to be the same as the cookie of that name. */
export const loginWithOneTap = call({
  family: "webhooks",
  method: "POST",
  path: "/v1.0/authentication/google/one-tap",
  who: "anyone",
  summary: "Signs in with a One Tap credential. Sets the session cookie.",
  body: v.strictObject({
    credential,
    g_csrf_token: v.pipe(v.string(), v.minLength(16), v.maxLength(200)),
  }),
  answer: signInAnswer,
  limit: "signInByProvider",
});

/** 32 random bytes, or their hash. */
const designKey = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, "Use 43 characters of base64url."));

/**
 * Hands an agent to a plug-in of a design tool. The plug-in makes a read key (32 random bytes in base64url), keeps it,
 * and opens `/choose-app?write_key=...` in a browser with the write key: base64url(SHA-256(read key)). The person signs
 * in there, with Google for example, and chooses an agent; the browser sends the public token of its chat widget here,
 * and the plug-in gets it by `readDesignSelection`. A write key is good for one writing: 409 `conflict` after it. The
 * address alone doesn't allow reading, and only the contents of the agent's snippet are handed over.
 */
export const selectForDesignTool = call({
  family: "auth",
  method: "POST",
  path: "/v1.0/authentication/google/figma",
  who: "user",
  summary: "Sends an agent's public token to the design-tool plug-in that waits for it.",
  body: v.strictObject({ write_key: designKey, token: text(200) }),
  answer: data(v.object({ expiresAt: v.number() })),
});

/** Asked by the plug-in every few seconds, from whatever origin it has. Tells nothing of who chose. */
export const readDesignSelection = call({
  family: "public",
  method: "GET",
  path: "/v1.0/design-selections/{readKey}",
  who: "anyone",
  summary: "Returns the agent that was chosen for a design-tool plug-in, once there is one.",
  answer: data(v.object({ status: v.picklist(["waiting", "chosen"]), token: v.nullable(v.string()) })),
  limit: "publicRead",
});
