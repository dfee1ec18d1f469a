import { configuration } from "../platform/configuration.ts";
import { trackingParameters } from "../accounts/redirect.ts";
import { keptForTab } from "../platform/storage.ts";

/**
 * Gives where Book a Demo leads: "a meeting link with campaign tags" (specification 1), which are the stored tracking
 * parameters. Never `token` among them: that is an invitation's, and opens an organization. Null where no link is set.
 */
export function findMeetingUrl(): string | null {
  if (!configuration.meetingUrl) return null;
  const url = new URL(configuration.meetingUrl);
  for (const name of trackingParameters) {
    const value = name === "token" ? null : keptForTab.read(name);
    // A referrer that is this console itself is no campaign, and its path is nobody else's business.
    if (!value || value.startsWith(location.origin)) continue;
    // What the operator wrote into the link itself stays.
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  return url.href;
}
