import { useState } from "react";
import type { ReactNode } from "react";
import type { ExportFormat } from "../../../shared/contract/threadExports.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Choices } from "../../parts/Choices.tsx";
import { describeCount } from "../../parts/describeNumber.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { saveFrom } from "../../parts/saveFrom.ts";
import { useAction } from "../../parts/useAction.ts";
import type { AgentPlace } from "../../state/paths.ts";
import { askForExport } from "../../state/threadExports.ts";
import type { ThreadView } from "../../state/threads.ts";
import { dialogBody } from "./dialogBody.ts";

interface ExportThreadsProps {
  place: AgentPlace;
  view: ThreadView;
  /** How many conversations the view shows; null where that is not known yet. */
  total: number | null;
  onClose: () => void;
}

/** Saves the conversations that are listed as a file, those that were not read too. */
export default function ExportThreads({ place, view, total, onClose }: ExportThreadsProps): ReactNode {
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [hasMessages, setMessages] = useState(true);
  const [hasPrivate, setPrivate] = useState(false);
  const exporting = useAction(async () => {
    const { sort: _, ...filter } = view;
    const messages = format === "json" && hasMessages;
    const asked = { format, filter, messages, privateMessages: messages && hasPrivate };
    saveFrom(await askForExport(place, asked));
    showToast("The export is on its way to your downloads");
    onClose();
  });
  return (
    <Dialog
      title="Export conversations"
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
          {total === null ? "All conversations" : describeCount(total, "conversation")} of this queue, with
          the filters that are set: each with its state, labels, outcome and what is known of the visitor.
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
        {format === "json" && (
          <>
            <label>
              <input
                type="checkbox"
                checked={hasMessages}
                onChange={(event) => setMessages(event.currentTarget.checked)}
              />
              With what was said
            </label>
            {hasMessages && (
              <label>
                <input
                  type="checkbox"
                  checked={hasPrivate}
                  onChange={(event) => setPrivate(event.currentTarget.checked)}
                />
                Also what the team wrote for itself
              </label>
            )}
          </>
        )}
        {exporting.error && <ErrorNotice error={exporting.error} />}
      </div>
    </Dialog>
  );
}
