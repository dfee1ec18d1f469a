import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../../shared/ui/Dialog.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { showToast } from "../../../../../shared/ui/toasts.ts";
import { describeDateTime } from "../../../../parts/describeMoment.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { fullName } from "../../../../parts/fullName.ts";
import { useAction } from "../../../../parts/useAction.ts";
import { authentication } from "../../../../state/accounts/authentication.ts";
import { newClientId } from "../../../../state/conversations/messages/clientId.ts";
import { clearFiles, filesOf, readyFiles } from "../../../../state/conversations/files/composedFiles.ts";
import type { ThreadPlace } from "../../../../state/conversations/threads/conversation.ts";
import { draftNameOf } from "../../../../state/conversations/messages/drafts.ts";
import { scheduleReply } from "../../../../state/conversations/messages/scheduledReplies.ts";
import type { ShownThread } from "../../../../state/conversations/threads/threads.ts";
import { TimeChoice } from "../../threads/TimeChoice.tsx";
import { fillVariables } from "./fillVariables.ts";
import { forgetBeginning } from "./useRepliesSince.ts";

interface SendLaterDialogProps {
  agentName: string;
  place: ThreadPlace;
  thread: ShownThread;
  typed: string;
  onScheduled: () => void;
  onClose: () => void;
}

/** Asks when a reply is to go out; what is written stays in its field until that is kept. */
export function SendLaterDialog(props: SendLaterDialogProps): ReactNode {
  const { agentName, place, thread, typed, onScheduled, onClose } = props;
  const { user } = useSnapshot(authentication);
  const values = { contact: thread.contact, agentName, myName: user ? fullName(user) : "" };
  const { text, unknown } = fillVariables(typed.trim(), values);
  const [clientId] = useState(newClientId);
  const saving = useAction(async (sendAt: number) => {
    const files = filesOf(place, draftNameOf("reply", place.threadId));
    const attachments = readyFiles(files).map(({ id }) => id);
    await scheduleReply(place, { clientId, content: text, attachments, sendAt });
    clearFiles(files);
    showToast(`Goes out ${describeDateTime(sendAt)}`);
    onScheduled();
    forgetBeginning(place.threadId);
    onClose();
  });
  return (
    <Dialog
      title="Send later"
      width={420}
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <div className={body}>
        <p>It is sent at this time, unless the visitor writes first. Then it waits for you.</p>
        {unknown.length > 0 && (
          <p role="note" data-warning="">
            There is no value for {unknown.join(", ")}, so it would be sent unfilled.
          </p>
        )}
        <TimeChoice
          confirmLabel="Send then"
          isBusy={saving.isBusy}
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
  & > p[data-warning] {
    padding: 8px 12px;
    border-radius: var(--ph-radius-s);
    background: var(--ph-warning-soft);
    color: var(--ph-warning-text);
    overflow-wrap: anywhere;
  }
`;
