import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Networks that the operator opens with EGRESS_ALLOW. */
export type AllowedRanges = [Address, number][];

/**
 * Gives the ranges of EGRESS_ALLOW; a bare address means just itself. `127.0.0.0/8` brings `::1`, because
 * "localhost" answers with both and all answers must be allowed. Throws on what is not a range.
 */
export function parseAllowedRanges(texts: readonly string[]): AllowedRanges {
  const ranges = texts.map(parseRange);
  const hasLoopback = ranges.some(([address, bits]) => address.toString() === "127.0.0.0" && bits <= 8);
  return hasLoopback ? [...ranges, [ipaddr.parse("::1"), 128]] : ranges;
}

/** Gives whether a connection to this resolved address may be opened: a public one, or one the operator allows. */
export function mayConnect(text: string, allowed: AllowedRanges): boolean {
  return isAllowed(text, allowed) || isPublic(text);
}

/** Gives whether the operator opened this address. A metadata service counts only when named by itself (/32). */
export function isAllowed(text: string, allowed: AllowedRanges): boolean {
  const address = parseAddress(text);
  if (!address) return false;
  const needsWhole = metadataServices.has(address.toString());
  return allowed.some(([network, bits]) => {
    if (network.kind() !== address.kind()) return false;
    if (needsWhole && bits < address.toByteArray().length * 8) return false;
    return address.match(network, bits);
  });
}

/** Gives whether the address belongs to the public internet; whatever is not surely public is not. */
export function isPublic(text: string): boolean {
  const address = parseAddress(text);
  if (!address || metadataServices.has(address.toString())) return false;
  if (isIPv4(address)) return address.range() === "unicast";
  return isPublicIPv6(address);
}

// Azure's wire server, Alibaba's and Oracle's metadata services are at addresses that no range gives away.
const metadataServices = new Set([
  "169.254.169.254",
  "168.63.129.16",
  "100.100.100.200",
  "192.0.0.192",
  "fd00:ec2::254",
]);

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");
// Documentation (RFC 9637) and the segment-routing block, which ipaddr.js does not know.
const unlistedSpecial = ["3fff::/20", "5f00::/16"].map((range) => ipaddr.IPv6.parseCIDR(range));

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  // An IPv6-only network reaches the IPv4 internet through NAT64, so what counts is the address inside.
  if (address.match(nat64)) return isPublic(address.toByteArray().slice(12).join("."));
  if (!address.match(globalUnicast)) return false;
  if (unlistedSpecial.some((range) => address.match(range))) return false;
  return address.range() === "unicast";
}

/** Reads an address; one that carries an IPv4 address in the mapped form becomes that IPv4 address. */
function parseAddress(text: string): Address | undefined {
  // A zone (fe80::1%eth0) names an interface of this machine: never a public address.
  if (text.includes("%") || isIP(text) === 0) return undefined;
  return ipaddr.process(text);
}

function isIPv4(address: Address): address is ipaddr.IPv4 {
  return address.kind() === "ipv4";
}

function parseRange(text: string): [Address, number] {
  const range = text.trim();
  if (ipaddr.isValidCIDR(range)) return ipaddr.parseCIDR(range);
  if (!ipaddr.isValid(range)) throw new Error(`"${range}" is not a range of addresses such as 10.0.0.0/8`);
  const address = ipaddr.parse(range);
  return [address, address.toByteArray().length * 8];
}
