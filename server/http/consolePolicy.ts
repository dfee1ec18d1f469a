import type { Configuration } from "../../shared/contract/configuration.ts";

const own = "'self'";

/** Google's own list for its tag manager and what that usually loads. */
const tagManager = {
  scripts: ["https://www.googletagmanager.com", "https://www.google-analytics.com"],
  others: [
    "https://*.googletagmanager.com",
    "https://*.google-analytics.com",
    "https://*.analytics.google.com",
  ],
};

interface Opened extends Pick<Configuration, "tagManagerId" | "supportBotOrigin" | "googleSignIn"> {
  /** Where files are sent, if not to this server. */
  uploadOrigin: string | null;
}

/**
 * Gives the console's Content-Security-Policy: nothing but this server, and what the operator opened by a setting. With a
 * tag manager one Trusted Types policy may be made, which lets in addresses of the tag manager's scripts and no markup.
 */
export function writeConsolePolicy(opened: Opened): string {
  const { tagManagerId, supportBotOrigin, googleSignIn, uploadOrigin } = opened;
  // The browser's own sign-in window (FedCM) asks the provider as if the page did.
  const oneTap = googleSignIn?.oneTapUrl ? [new URL(googleSignIn.oneTapUrl).origin] : [];
  const support = supportBotOrigin === null ? [] : [supportBotOrigin];
  const uploads = uploadOrigin === null ? [] : [uploadOrigin];
  const scripts = tagManagerId === null ? [] : tagManager.scripts;
  const others = tagManagerId === null ? [] : tagManager.others;
  return [
    "default-src 'none'",
    ["script-src", own, ...support, ...scripts].join(" "),
    "style-src 'self'",
    ["img-src", own, "data: blob:", ...support, ...others].join(" "),
    "font-src 'self'",
    "media-src 'self' blob:",
    ["connect-src", own, ...uploads, ...support, ...oneTap, ...others].join(" "),
    ["frame-src", own, ...support].join(" "),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // `worker` gives the address of our service worker, and no other.
    tagManagerId === null ? "trusted-types worker" : "trusted-types worker default",
  ].join("; ");
}
