import { createHmac, timingSafeEqual } from "node:crypto";

/** What an address is bound to beside its end: everything that must not be changed. */
export type Bound = readonly (string | number)[];

export interface AddressParts {
  key: Uint8Array;
  /** The path up to the file's id. */
  path: string;
  organizationId: string;
  id: string;
}

/** Makes an address of one file that is good until `expires`, and for nothing but what it is bound to. */
export function makeAddress({ key, path, organizationId, id }: AddressParts, bound: Bound, expires: number) {
  const signature = `${organizationId}.${sign(key, [organizationId, id, ...bound, expires])}`;
  return `${path}/${id}?${new URLSearchParams({ expires: String(expires), signature })}`;
}

/** The organization that an address says it is of; nothing is believed before `isGoodAddress`. */
export function readOrganization(search: URLSearchParams): string {
  return search.get("signature")?.split(".")[0] ?? "";
}

/** Whether an address was made by `makeAddress` for just this, and has not ended. */
export function isGoodAddress(
  { key, organizationId, id }: Omit<AddressParts, "path">,
  bound: Bound,
  { search, now }: { search: URLSearchParams; now: number },
): boolean {
  const expires = Number(search.get("expires"));
  const given = Buffer.from(search.get("signature")?.split(".")[1] ?? "");
  const expected = Buffer.from(sign(key, [organizationId, id, ...bound, expires]));
  return given.length === expected.length && timingSafeEqual(given, expected) && expires > now;
}

function sign(key: Uint8Array, bound: Bound): string {
  return createHmac("sha256", key).update(JSON.stringify(bound)).digest("base64url");
}
