import type { FrameOptions } from "./messages.ts";

/** Where a visitor's browser may keep what the frame keeps, and whether it may at all. */
export type KeepPolicy = Pick<FrameOptions, "storage" | "consent">;

export const usualPolicy: KeepPolicy = { storage: "local", consent: "granted" };

/**
 * Writes a page's policy, as far as the page says one, as the fragment of the frame's address. It has to be there before
 * anything is said over the link, because the frame reads what an earlier visit kept first of all; nobody but the frame gets
 * to see a fragment.
 */
export function writePolicy({ storage, consent }: Partial<Record<keyof KeepPolicy, string>>): string {
  return `#storage=${storage || ""}&consent=${consent || ""}`;
}

/** Reads the policy that a frame's address carries; what it does not say, as a plain iframe's, is the usual one. */
export function readPolicy(fragment: string): KeepPolicy {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  return {
    storage: storages.find((one) => one === said.get("storage")) ?? usualPolicy.storage,
    consent: consents.find((one) => one === said.get("consent")) ?? usualPolicy.consent,
  };
}

/** Whether a page said itself that the visitor agreed, and did not only leave it to what is usual. */
export function saysConsent(fragment: string): boolean {
  return fragment.includes("consent=granted");
}

const storages = ["local", "session", "none"] as const;
const consents = ["granted", "required", "denied"] as const;
