import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { saveFile } from "../../../parts/saveFile.ts";
import { useAction } from "../../../parts/useAction.ts";
import { readWholeThread } from "../../../state/wholeThread.ts";
import type { ThreadDialogProps } from "../ThreadDialogs.tsx";
import { PrintedTranscript } from "./PrintedTranscript.tsx";
import { makeTranscript, writeTranscript } from "./writeTranscript.ts";
import type { Transcript } from "./writeTranscript.ts";
import { dialogBody } from "../dialogBody.ts";

/** Prints a whole conversation, or saves it as text. */
export default function TranscriptDialog(props: ThreadDialogProps): ReactNode {
  const { agentName, place, thread, describe, onClose } = props;
  const [hasPrivate, setPrivate] = useState(false);
  const [printed, setPrinted] = useState<Transcript | null>(null);
  const make = async () => {
    const told = { agentName, contactName: thread.contact.name, hasPrivate, describe };
    return makeTranscript(await readWholeThread(place), told);
  };
  const printing = useAction(async () => setPrinted(await make()));
  const saving = useAction(async () => {
    const transcript = await make();
    const name = transcript.title.replace(/[^\p{L}\p{N}]+/gu, "-");
    saveFile(`${name}.txt`, writeTranscript(transcript), "text/plain;charset=utf-8");
    onClose();
  });
  const error = printing.error ?? saving.error;
  return (
    <Dialog
      title="Print or save"
      width={440}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={saving.isBusy} onClick={() => void saving.run()}>
            Save as text
          </Button>
          <Button kind="primary" isBusy={printing.isBusy} onClick={() => void printing.run()}>
            Print
          </Button>
        </>
      }
    >
      <div className={dialogBody}>
        <p>The whole conversation, with who wrote what and when. Files stand by their names.</p>
        <label>
          <input
            type="checkbox"
            checked={hasPrivate}
            onChange={(event) => setPrivate(event.currentTarget.checked)}
          />
          Also what the team wrote and arranged for itself
        </label>
        {error && <ErrorNotice error={error} />}
      </div>
      {printed && <PrintedTranscript transcript={printed} onPrinted={onClose} />}
    </Dialog>
  );
}
