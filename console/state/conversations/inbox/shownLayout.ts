/** An address of conversations, in the console or without its bar. */
const ofInbox = /^\/(inbox|conversations)\/|^\/accounts\/[^/]+\/cp\/[^/]+\/inbox\/conversations/;

/**
 * Gives an address; one of conversations that says no layout is given that of those that are shown, so that the table
 * stays a table.
 */
export function inShownLayout(address: string): string {
  const layout = new URLSearchParams(location.search).get("layout");
  const [path = "", query = ""] = address.split("?");
  if (!layout || !ofInbox.test(path) || new URLSearchParams(query).has("layout")) return address;
  return `${path}?${query && `${query}&`}layout=${encodeURIComponent(layout)}`;
}
