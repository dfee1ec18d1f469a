import { createHmac, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import { saidContactFields } from "../../shared/contract/conversations/contacts/contactFields.ts";
import { pickContactTexts, type ContactTexts } from "../../shared/domain/contactFields.ts";
import {
  identity as identitySchema,
  type Attributes,
  type Identity,
} from "../../shared/contract/surfaces/surfaces.ts";
import type { SignedMore } from "../conversations/contacts/signedVisitor.ts";
import { readJwt, refused } from "./jwt.ts";

/** A visitor's identity, as far as it is known. `userId` is there if a secret of the surface signed it. */
export interface KnownIdentity extends ContactTexts {
  userId: string | null;
  /** The address where the site signed it, too: beside a hash it is only said. */
  signedEmail: string | null;
  /** The same of number and attributes; null where there is no token. */
  signedMore: SignedMore | null;
  name: string | null;
  attributes: Attributes;
}

export interface IdentityOptions {
  secrets: readonly string[];
  now: number;
}

/**
 * Gives who somebody is. What claims to be signed and isn't right is refused, never taken for something that was only said;
 * of a token only its own claims count, beside attributes, which nobody has to prove.
 */
export function readIdentity(said: Identity, options: IdentityOptions): KnownIdentity {
  const attributes = said.attrs ?? {};
  if (said.token !== undefined) {
    const { sub, ...claims } = readJwt(said.token, options);
    if (said.userId !== undefined && said.userId !== sub)
      throw refused("Its `userId` is another than the token's `sub`.");
    if (said.hash !== undefined) checkHash(said, options);
    const { attrs = {}, ...told } = readClaims(claims);
    const signed = {
      signedEmail: told.email,
      signedMore: { phone: told.phone, attributes: withoutNulls(attrs) },
    };
    return { ...told, ...signed, userId: sub, attributes: { ...attributes, ...attrs } };
  }
  const unsigned = { signedEmail: null, signedMore: null };
  const told = { ...pickContactTexts(said), ...unsigned, name: said.name ?? null, attributes };
  if (said.hash === undefined) return { userId: null, ...told };
  return { userId: checkHash(said, options), ...told };
}

function withoutNulls(attributes: Attributes): SignedMore["attributes"] {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])),
  );
}

/** The user's id, where the hash is that of one of the secrets. */
function checkHash({ userId, hash = "" }: Identity, { secrets }: IdentityOptions): string {
  if (userId === undefined) throw refused("A `hash` needs the `userId` that it is of.");
  if (!/^[0-9a-f]{64}$/i.test(hash)) throw refused("Its `hash` must be an HMAC-SHA256 in hex.");
  const given = Buffer.from(hash, "hex");
  let isRight = false;
  for (const secret of secrets) {
    const expected = createHmac("sha256", secret).update(userId).digest();
    if (timingSafeEqual(given, expected)) isRight = true;
  }
  if (!isRight) throw refused("Its `hash` is of no secret of this widget.");
  return userId;
}

const { name, attrs } = identitySchema.entries;
const claimsSchema = v.object({ ...saidContactFields, name, attrs });

/** Backends write null, or nothing at all, for what they don't know. */
function readClaims(claims: Record<string, unknown>) {
  const known = Object.fromEntries(
    Object.entries(claims).filter(([, value]) => value !== null && value !== ""),
  );
  const result = v.safeParse(claimsSchema, known);
  if (!result.success) throw refused(`Its \`${String(result.issues[0].path?.[0].key)}\` is not valid.`);
  const { name = null, attrs: said, ...told } = result.output;
  return { ...pickContactTexts(told), name, attrs: said };
}
