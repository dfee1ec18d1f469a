import { standaloneScope, workerPath } from "../../../shared/domain/standalone.ts";
import { findScope } from "../../../shared/domain/standaloneScope.ts";
import { readLocationPath, toAddress } from "../../../shared/client/basePath.ts";

/** The part of Trusted Types that is used here; TypeScript knows nothing of it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL: (url: string) => unknown };
}

let address: unknown = null;

/** Starts the service worker of the inbox at this address, or gives the one that runs; null where this browser or address can have none. */
export async function startWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  address ??= trustAddress();
  const url = address as string; // the browser takes its own trusted form of it as well
  const scope = findScope(readLocationPath()) ?? standaloneScope;
  return navigator.serviceWorker.register(url, { scope: toAddress(scope), updateViaCache: "none" });
}

/** The page's policy asks for a trusted address; the one that it gives is this one and no other. */
function trustAddress(): unknown {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  const script = toAddress(workerPath);
  if (!types) return script;
  return types.createPolicy("worker", { createScriptURL: () => script }).createScriptURL(script);
}
