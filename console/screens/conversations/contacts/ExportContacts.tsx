import { useState } from "react";
import type { ReactNode } from "react";
import type { ContactFilter } from "../../../../shared/contract/contactFilter.ts";
import type { ExportFormat } from "../../../../shared/contract/threadExports.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { Choices } from "../../../parts/Choices.tsx";
import { describeCount } from "../../../parts/describeNumber.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { saveFrom } from "../../../parts/saveFrom.ts";
import { useAction } from "../../../parts/useAction.ts";
import { askForContacts } from "../../../state/contactList.ts";
import type { AgentPlace } from "../../../state/paths.ts";
import { dialogBody } from "../dialogBody.ts";

interface ExportContactsProps {
  place: AgentPlace;
  filter: ContactFilter;
  /** How many the filter lets through. */
  total?: number;
  /** Those alone that are chosen. */
  contactIds?: readonly string[];
  onClose: () => void;
}

/** Saves the people who are listed as a file, those who were not read too, or those who are chosen. */
export default function ExportContacts(props: ExportContactsProps): ReactNode {
  const { place, filter, total = 0, contactIds, onClose } = props;
  const [format, setFormat] = useState<ExportFormat>("csv");
  const exporting = useAction(async () => {
    const chosen = contactIds && { contactIds: [...contactIds] };
    saveFrom(await askForContacts(place, { format, filter, ...chosen }));
    showToast("The export is on its way to your downloads");
    onClose();
  });
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <Dialog
      title="Export contacts"
      width={460}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" isBusy={exporting.isBusy} onClick={() => exporting.run()}>
            Export
          </Button>
        </>
      }
    >
      <div className={dialogBody}>
        <p>
          {contactIds
            ? `${describeCount(contactIds.length, "contact")} that you selected`
            : `${describeCount(total, "contact")}${isNarrowed ? ", with the filters that are set" : ""}`}
          : each with who they are, their attributes, consent, and when they were here. Who is being erased is
          left out.
        </p>
        <Choices
          label="Format"
          value={format}
          options={[
            { value: "csv", label: "CSV, for spreadsheets" },
            { value: "json", label: "JSON" },
          ]}
          onChange={setFormat}
        />
        {exporting.error && <ErrorNotice error={exporting.error} />}
      </div>
    </Dialog>
  );
}
