import type { ReactNode } from "react";
import {
  contactFieldNames,
  factsOfContactField,
  type ContactField,
  type ContactTexts,
} from "../../../../shared/domain/contactFields.ts";

export interface ContactLinksProps {
  contact: Readonly<ContactTexts>;
}

/** What is told of a person beside the name, with links by which they are written to and called. */
export function ContactLinks({ contact }: ContactLinksProps): ReactNode {
  return contactFieldNames.map((field) => {
    const told = contact[field];
    return told && <ContactText key={field} field={field} text={told} />;
  });
}

function ContactText({ field, text }: { field: ContactField; text: string }): ReactNode {
  const { label, kind } = factsOfContactField(field);
  switch (kind) {
    case "email":
      return <a href={`mailto:${encodeURIComponent(text)}`}>{text}</a>;
    case "phone":
      return (
        <a href={`tel:${text}`} dir="ltr">
          {text}
        </a>
      );
    case "text":
      return (
        <span title={label} dir="auto">
          {text}
        </span>
      );
    default:
      return kind satisfies never;
  }
}
