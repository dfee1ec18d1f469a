const home = "https://www.googletagmanager.com";
/** Where the tag manager's own scripts lie; the console's policy lets in the same (server/http/consolePolicy.ts). */
const scriptHomes = [home, "https://www.google-analytics.com"];

/** The little that we ask of Trusted Types; not every browser has them. */
interface TrustedTypes {
  createPolicy(name: "default", rules: { createScriptURL: (url: string) => string | null }): unknown;
}

declare global {
  var trustedTypes: TrustedTypes | undefined;
}

/** Loads the tag manager, which the operator asked for by its id; it reads `dataLayer`. */
export function loadTagManager(id: string): void {
  // Its scripts load further ones by address. Those from its home pass; markup stays refused everywhere.
  globalThis.trustedTypes?.createPolicy("default", {
    createScriptURL: (url) => (scriptHomes.includes(new URL(url, location.href).origin) ? url : null),
  });
  globalThis.dataLayer ??= [];
  globalThis.dataLayer.push({ "gtm.start": Date.now(), event: "gtm.js" });
  const script = document.createElement("script");
  script.async = true;
  script.src = `${home}/gtm.js?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}
