import { avatarPath } from "../../shared/domain/call.ts";
import { AppError } from "../../shared/errors/errors.ts";

/** What the page asks for at its own site, beside itself. */
const parts = new Set(["/manifest.webmanifest", "/icon", "/image"]);
/** What the chat on it asks for: its script, its calls, the files of a conversation, the pages of actions, and avatars. */
const chat = ["/assets/", "/api/public/", "/api/console/v1/storage/", "/mcp-app/", avatarPath];

/** A name that the domain name system knows: neither localhost nor an address. */
const named = /\.[a-z][a-z0-9-]*$/;

export interface OwnDomainOptions {
  /** The slug of the page that a proved domain stands for. */
  findSlug(host: string): Promise<string | null>;
  /** PUBLIC_URL's origin, where it is set: this server's own. */
  publicOrigin: string | null;
}

/**
 * Gives the path that answers a request to some host. On a team's own domain that is its hosted page and what belongs to it,
 * and nothing else of this server: nobody should sign in to the console there. Everywhere else the path stays.
 */
export async function findPath(
  { host, pathname }: { host: string; pathname: string },
  { findSlug, publicOrigin }: OwnDomainOptions,
): Promise<string> {
  if (chat.some((beginning) => pathname.startsWith(beginning))) return pathname;
  if (!named.test(host) || (publicOrigin && new URL(publicOrigin).hostname === host)) return pathname;
  const slug = await findSlug(host);
  if (slug === null) return pathname;
  if (pathname === "/") return `/p/${slug}`;
  if (parts.has(pathname)) return `/p/${slug}${pathname}`;
  throw new AppError("not_found");
}
