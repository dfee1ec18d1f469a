import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { ScheduledReply } from "../../../../../shared/contract/conversations/messages/scheduledReply.ts";
import { maxMessageCharacters } from "../../../../../shared/domain/limits.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../../shared/ui/Dialog.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../../shared/ui/TextArea.tsx";
import { showToast } from "../../../../../shared/ui/toasts.ts";
import { describeDateTime } from "../../../../parts/describeMoment.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../../parts/useAction.ts";
import type { ThreadPlace } from "../../../../state/conversations/threads/conversation.ts";
import { composeFiles, readyFiles } from "../../../../state/conversations/files/composedFiles.ts";
import { changeScheduledReply } from "../../../../state/conversations/messages/scheduledReplies.ts";
import { TimeChoice } from "../../threads/TimeChoice.tsx";
import { FilesRow } from "./FilesRow.tsx";
import { useFiles } from "./useFiles.tsx";

interface ScheduledDialogProps {
  reply: Snapshot<ScheduledReply>;
  place: ThreadPlace;
  /** Another's words stay as they are. */
  isMine: boolean;
  onClose: () => void;
}

/** Changes what a scheduled reply says and when it goes out. */
export function ScheduledDialog({ reply, place, isMine, onClose }: ScheduledDialogProps): ReactNode {
  const { id, content, attachments, sendAt, held } = reply;
  const [text, setText] = useState(content);
  const [files] = useState(() => composeFiles(place, attachments));
  const field = useFiles(files);
  const ids = readyFiles(files).map((file) => file.id);
  const isEmpty = text.trim() === "" && ids.length === 0;
  const isSame = text === content && ids.join() === attachments.map((file) => file.id).join();
  const saving = useAction(async (time?: number) => {
    const said = isMine && { content: text, attachments: ids };
    const data = { ...said, ...(time !== undefined && { sendAt: time }) };
    await changeScheduledReply(place, id, data);
    showToast(time === undefined ? "Changed" : `Goes out ${describeDateTime(time)}`);
    onClose();
  });
  return (
    <Dialog
      title="Change the scheduled reply"
      width={480}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {isMine && (
            <Button
              kind="primary"
              disabled={isEmpty || isSame || field.isHeld}
              isBusy={saving.isBusy}
              onClick={() => void saving.run()}
            >
              Save
            </Button>
          )}
        </>
      }
    >
      <div className={body} onPaste={isMine ? field.onPaste : undefined}>
        {isMine && (
          <>
            <TextArea
              label="Reply"
              value={text}
              onChange={setText}
              limit={maxMessageCharacters}
              error={isEmpty ? "Field is required" : undefined}
            />
            <FilesRow files={field} hint="Files to attach, 4 at most" />
          </>
        )}
        <p>{held ? "Choose a time, or send it now." : `Will be sent ${describeDateTime(sendAt)}.`}</p>
        <TimeChoice
          confirmLabel="Send then"
          isBusy={saving.isBusy || (isMine && (isEmpty || field.isHeld))}
          onChoose={(time) => void saving.run(time)}
        />
        {saving.error && <ErrorNotice error={saving.error} />}
      </div>
    </Dialog>
  );
}

const body = css`
  display: grid;
  gap: 12px;
  & > p {
    color: var(--ph-text-2);
  }
`;
