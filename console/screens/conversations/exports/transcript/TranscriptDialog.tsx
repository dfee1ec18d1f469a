import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../../shared/ui/Dialog.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { saveFile } from "../../../../parts/saveFile.ts";
import { saveFrom } from "../../../../parts/saveFrom.ts";
import { useAction } from "../../../../parts/useAction.ts";
import { mayDo } from "../../../../state/accounts/organization.ts";
import { inboxPath } from "../../../../state/shell/paths.ts";
import { askForExport } from "../../../../state/conversations/exports/threadExports.ts";
import { readWholeThread } from "../../../../state/conversations/threads/wholeThread.ts";
import { dialogBody } from "../../threads/dialogBody.ts";
import { PrintedTranscript } from "./PrintedTranscript.tsx";
import { writeMarkdown } from "./writeMarkdown.ts";
import { makeTranscript, nameTranscript, writeTranscript } from "./writeTranscript.ts";
import type { Transcript } from "./writeTranscript.ts";
import type { ThreadDialogProps } from "../../threads/threadDialogProps.ts";
import { readServerAddress } from "../../../../../shared/client/basePath.ts";

/** Prints a whole conversation, or saves it as text, Markdown or JSON. */
export function TranscriptDialog(props: ThreadDialogProps): ReactNode {
  const { agentName, place, thread, describe, onClose } = props;
  const [hasPrivate, setPrivate] = useState(false);
  const [hasTranslations, setTranslations] = useState(false);
  const [printed, setPrinted] = useState<Transcript | null>(null);
  const make = async () => {
    const told = { agentName, contactName: thread.contact.name, hasPrivate, hasTranslations, describe };
    return makeTranscript(await readWholeThread(place), told);
  };
  const printing = useAction(async () => setPrinted(await make()));
  const savingText = useAction(async () => {
    const transcript = await make();
    saveFile(`${nameTranscript(transcript)}.txt`, writeTranscript(transcript), "text/plain;charset=utf-8");
    onClose();
  });
  const savingMarkdown = useAction(async () => {
    const transcript = await make();
    const text = writeMarkdown(transcript, (messageId) => {
      const path = `${inboxPath(place)}/${place.threadId}?message=${messageId}`;
      return readServerAddress() + path;
    });
    saveFile(`${nameTranscript(transcript)}.md`, text, "text/markdown;charset=utf-8");
    onClose();
  });
  const savingJson = useAction(async () => {
    const { threadId } = place;
    const asked = {
      format: "json",
      filter: {},
      threadId,
      messages: true,
      privateMessages: hasPrivate,
    } as const;
    saveFrom(await askForExport(place, asked));
    onClose();
  });
  const error = printing.error ?? savingText.error ?? savingMarkdown.error ?? savingJson.error;
  return (
    <Dialog
      title="Print or save"
      width={520}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" isBusy={printing.isBusy} onClick={() => void printing.run()}>
            Print
          </Button>
        </>
      }
    >
      <div className={dialogBody}>
        <p>
          The whole conversation with authors and times. Files are listed by name; in Markdown, names link to
          the inbox.
        </p>
        <label>
          <input
            type="checkbox"
            checked={hasPrivate}
            onChange={(event) => setPrivate(event.currentTarget.checked)}
          />
          Include private notes and events
        </label>
        <label>
          <input
            type="checkbox"
            checked={hasTranslations}
            onChange={(event) => setTranslations(event.currentTarget.checked)}
          />
          Include translations (JSON always has them)
        </label>
        <div className={forms} role="group" aria-label="Save">
          <Button size="small" isBusy={savingText.isBusy} onClick={() => void savingText.run()}>
            Save as text
          </Button>
          <Button size="small" isBusy={savingMarkdown.isBusy} onClick={() => void savingMarkdown.run()}>
            Save as Markdown
          </Button>
          {mayDo("conversations.export") && (
            <Button size="small" isBusy={savingJson.isBusy} onClick={() => void savingJson.run()}>
              Save as JSON
            </Button>
          )}
        </div>
        {error && <ErrorNotice error={error} />}
      </div>
      {printed && <PrintedTranscript transcript={printed} onPrinted={onClose} />}
    </Dialog>
  );
}

const forms = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  & > button {
    flex: 1 0 auto;
  }
`;
