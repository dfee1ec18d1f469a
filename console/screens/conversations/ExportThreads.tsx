import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { ExportFormat } from "../../../shared/contract/threadExports.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Choices } from "../../parts/Choices.tsx";
import { describeCount } from "../../parts/describeNumber.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { saveFrom } from "../../parts/saveFrom.ts";
import { useAction } from "../../parts/useAction.ts";
import { useQuery } from "../../parts/useQuery.ts";
import type { AgentPlace } from "../../state/paths.ts";
import { askForExport } from "../../state/threadExports.ts";
import { foundThreads, nameSearch } from "../../state/threadSearch.ts";
import { nameList } from "../../state/threads.ts";
import type { ThreadView } from "../../state/threads.ts";
import { dialogBody } from "./dialogBody.ts";
import { useListed } from "./useListed.ts";

interface ExportThreadsProps {
  place: AgentPlace;
  view: ThreadView;
  /** Those alone that are chosen. */
  threadIds?: readonly string[] | undefined;
  onClose: () => void;
}

/** Saves the conversations that are listed as a file, those that were not read too, or those that are chosen. */
export default function ExportThreads({ place, view, threadIds, onClose }: ExportThreadsProps): ReactNode {
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [hasMessages, setMessages] = useState(true);
  const [hasPrivate, setPrivate] = useState(false);
  const words = useQuery().read("q").trim();
  const search = threadIds ? "" : words;
  const isCut = useSnapshot(foundThreads).data?.isCut ?? false;
  const list = useListed();
  const shown = search ? nameSearch({ ...place, view, search }) : nameList({ ...place, view });
  const total = list?.of === shown ? list.total : null;
  const exporting = useAction(async () => {
    const { sort: _, ...filter } = view;
    const messages = format === "json" && hasMessages;
    const of = threadIds ? { filter: {}, threadIds: [...threadIds] } : { filter, ...(search && { search }) };
    const asked = { format, ...of, messages };
    saveFrom(await askForExport(place, { ...asked, privateMessages: messages && hasPrivate }));
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
          {threadIds
            ? `${describeCount(threadIds.length, "conversation")} that you selected`
            : `${total === null ? "All conversations" : describeCount(total, "conversation")} of this queue, with the filters that are set`}
          {search && (
            <>
              , in which <q dir="auto">{search}</q> was found
            </>
          )}
          : each with its state, labels, outcome and what is known of the visitor.
        </p>
        {search && isCut && (
          <p>Only the newest messages that match are looked at: another word or a filter finds older ones.</p>
        )}
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
