import type { ReactNode } from "react";
import type { ContactFilter } from "../../../../shared/contract/conversations/contacts/contactFilter.ts";
import { describeCount } from "../../../parts/describeNumber.ts";
import { askForContacts } from "../../../state/conversations/contacts/contactList.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { ExportAsFile } from "../exports/ExportAsFile.tsx";

interface ExportContactsProps {
  place: AgentPlace;
  filter: ContactFilter;
  /** How many the filter lets through. */
  total?: number;
  /** Only those that are chosen. */
  contactIds?: readonly string[];
  onClose: () => void;
}

/** Saves the people who are listed as a file, those who were not read too, or those who are chosen. */
export function ExportContacts(props: ExportContactsProps): ReactNode {
  const { place, filter, total = 0, contactIds, onClose } = props;
  const chosen = contactIds && { contactIds: [...contactIds] };
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <ExportAsFile
      title="Export contacts"
      onExport={(format) => askForContacts(place, { format, filter, ...chosen })}
      onClose={onClose}
      about={
        <p>
          {contactIds
            ? `${describeCount(contactIds.length, "contact")} that you selected`
            : `${describeCount(total, "contact")}${isNarrowed ? ", with the current filters" : ""}`}
          , each with identity, attributes, consent and visits. Contacts being erased are left out.
        </p>
      }
    />
  );
}
