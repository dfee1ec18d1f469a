import type { SignedVisitor } from "../../../shared/domain/skills.ts";
import type { ContactRow } from "../tables.ts";

/** What a site's newest token said of a visitor beside ID and address. */
export type SignedMore = Pick<SignedVisitor, "phone" | "attributes">;

/** What the site has signed of a contact, of whom it vouches. */
export function readSignedVisitor({
  externalId,
  signedEmail,
  signedMore,
}: Pick<ContactRow, "externalId" | "signedEmail" | "signedMore">): SignedVisitor {
  const more = JSON.parse(signedMore ?? "null") as SignedMore | null; // written by writeSignedMore
  return { userId: externalId, email: signedEmail, ...(more ?? { phone: null, attributes: {} }) };
}

export function writeSignedMore({ phone, attributes }: SignedMore): string {
  return JSON.stringify({ phone, attributes });
}
