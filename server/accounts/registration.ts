import { AppError } from "../../shared/errors/errors.ts";

/** What the operator says of who may make an account without an invitation. */
export interface RegistrationSettings {
  isOpen: boolean;
  /** The domains whose addresses are taken; all where there is none. */
  domains: string[];
}

/** Whether a person with this address may create an account without an invitation. */
export function isRegistrationOpen(email: string, { isOpen, domains }: RegistrationSettings): boolean {
  if (!isOpen) return false;
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.length === 0 || domains.includes(domain);
}

/** Throws what keeps this address from an account of its own making, if anything does. */
export function refuseClosed(email: string, settings: RegistrationSettings): void {
  if (isRegistrationOpen(email, settings)) return;
  if (!settings.isOpen) throw new AppError("registration_closed");
  const message = `Use an address of ${settings.domains.join(" or ")}.`;
  throw new AppError("invalid_input", { fields: [{ path: "body.email", message }] });
}

/** Reads the domains of a setting. */
export function parseDomains(text: string): string[] {
  const domains = text.split(",").map((part) => part.trim().toLowerCase().replace(/^@/, ""));
  if (domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))) return domains;
  throw new Error("must be domains such as example.com,example.org.");
}
