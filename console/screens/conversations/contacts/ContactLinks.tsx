import type { ReactNode } from "react";

export interface ContactLinksProps {
  contact: { readonly email: string | null; readonly phone: string | null };
}

/** Links by which a person is written to and called. */
export function ContactLinks({ contact: { email, phone } }: ContactLinksProps): ReactNode {
  return (
    <>
      {email && <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>}
      {phone && (
        <a href={`tel:${phone}`} dir="ltr">
          {phone}
        </a>
      )}
    </>
  );
}
