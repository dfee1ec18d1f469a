import { useState } from "react";
import type { ReactNode } from "react";
import type { ExportFormat } from "../../../../shared/contract/conversations/exports/threadExports.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { Choices } from "../../../parts/Choices.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { saveFrom } from "../../../parts/saveFrom.ts";
import { useAction } from "../../../parts/useAction.ts";
import { dialogBody } from "../threads/dialogBody.ts";

interface ExportAsFileProps {
  title: string;
  /** What the file holds. */
  about: ReactNode;
  /** What can be chosen beside the format. */
  choices?: (format: ExportFormat) => ReactNode;
  /** Asks for the file and gives its address. */
  onExport: (format: ExportFormat) => Promise<string>;
  onClose: () => void;
}

/** Saves many at once as a file, in a format that somebody chooses. */
export function ExportAsFile({ title, about, choices, onExport, onClose }: ExportAsFileProps): ReactNode {
  const [format, setFormat] = useState<ExportFormat>("csv");
  const exporting = useAction(async () => {
    saveFrom(await onExport(format));
    showToast("The export is on its way to your downloads");
    onClose();
  });
  return (
    <Dialog
      title={title}
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
        {about}
        <Choices
          label="Format"
          value={format}
          options={[
            { value: "csv", label: "CSV, for spreadsheets" },
            { value: "json", label: "JSON" },
          ]}
          onChange={setFormat}
        />
        {choices?.(format)}
        {exporting.error && <ErrorNotice error={exporting.error} />}
      </div>
    </Dialog>
  );
}
