import ipaddr from "ipaddr.js";

/**
 * Which machines in front of the server are believed when they say for whom they ask: how many there are, or their
 * networks.
 */
export type TrustedProxies = number | string[];

/** The client's address: the socket's, or the one that the nearest machine which is not a trusted proxy has. */
export function findAddress(
  socketAddress: string,
  forwardedFor: string | null,
  trusted: TrustedProxies,
): string {
  const chain = [...(forwardedFor ?? "").split(",").map((part) => part.trim()), socketAddress]
    .map(normalizeAddress)
    .filter((address) => address !== "");
  if (typeof trusted === "number") return chain.at(-1 - Math.min(trusted, chain.length - 1)) ?? "";
  return chain.findLast((address) => !isTrustedProxy(address, trusted)) ?? chain[0] ?? "";
}

/**
 * The value of a forwarding header's list that the outermost trusted proxy wrote, as of the list of addresses: each proxy
 * adds what it was asked by, and what stands before that anybody could have sent. A proxy that replaces the list leaves one.
 */
export function findForwarded(
  list: string | null,
  { socketAddress, forwardedFor, trusted }: Forwarding,
): string | null {
  const values = list?.split(",").map((part) => part.trim()) ?? [];
  const proxies = typeof trusted === "number" ? trusted : countProxies(socketAddress, forwardedFor, trusted);
  return values.at(-Math.min(proxies, values.length)) || null;
}

export interface Forwarding {
  socketAddress: string;
  forwardedFor: string | null;
  trusted: TrustedProxies;
}

/** How many machines in a row, from the socket's end on, are in these networks. */
function countProxies(socketAddress: string, forwardedFor: string | null, networks: string[]): number {
  const chain = [...(forwardedFor ?? "").split(",").map((part) => part.trim()), socketAddress]
    .map(normalizeAddress)
    .filter((address) => address !== "");
  const client = chain.findLastIndex((address) => !isTrustedProxy(address, networks));
  // Where every machine is a proxy, the first one is who asks.
  return chain.length - 1 - Math.max(client, 0);
}

/** Whether a socket's other end is a proxy that is believed; who stands elsewhere could forward whatever they like. */
export function isTrustedProxy(socketAddress: string, trusted: TrustedProxies): boolean {
  if (typeof trusted === "number") return trusted > 0;
  if (!ipaddr.isValid(socketAddress)) return false;
  const address = ipaddr.process(socketAddress);
  return trusted.some((network) => {
    const [range, bits] = ipaddr.parseCIDR(network.includes("/") ? network : widen(network));
    return range.kind() === address.kind() && address.match(range, bits);
  });
}

/** What limits count by: an IPv4 address, or the /64 that one IPv6 customer has for himself. */
export function limitKeyOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return `${ipaddr.IPv6.parse(address)
    .parts.slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}

/** Whether the address is the machine's own. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}

/** IPv4 written as IPv6 becomes IPv4; what is no address at all becomes nothing, so that nobody invents keys. */
function normalizeAddress(text: string): string {
  const bare = text.replace(/^\[|\](:\d+)?$/g, "").replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : "";
}

function widen(address: string): string {
  return `${address}/${ipaddr.IPv4.isValid(address) ? 32 : 128}`;
}
