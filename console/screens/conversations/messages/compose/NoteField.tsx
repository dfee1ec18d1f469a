import { useRef } from "react";
import type { ReactNode } from "react";
import type { Mentioned } from "../../../../../shared/contract/conversations/messages/notes.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../../parts/useAction.ts";
import { newClientId } from "../../../../state/conversations/messages/clientId.ts";
import { clearFiles, filesOf, readyFiles } from "../../../../state/conversations/files/composedFiles.ts";
import { draftNameOf } from "../../../../state/conversations/messages/drafts.ts";
import { sendNote } from "../../../../state/conversations/messages/notes.ts";
import { NoteComposer } from "./NoteComposer.tsx";
import { useDraft } from "./useDraft.ts";
import { useFiles } from "./useFiles.tsx";
import { useVoiceNote } from "./useVoiceNote.tsx";
import type { ReplyBarProps } from "./replyBarProps.ts";

type NoteFieldProps = Pick<ReplyBarProps, "place" | "thread"> & {
  /** By its key, so that it takes the focus when it comes. */
  isBegun: boolean;
};

/** Where a note among the team is written. It stays in the field until the server has it. */
export function NoteField({ place, thread, isBegun }: NoteFieldProps): ReactNode {
  const [typed, setTyped] = useDraft("note", place.threadId);
  const files = filesOf(place, draftNameOf("note", place.threadId));
  const { button, list, onPaste, isHeld, hasReady } = useFiles(files);
  const voice = useVoiceNote(files, "note");
  // The same note under the same id, however often it is tried.
  const sent = useRef({ clientId: newClientId(), what: "" });
  const sending = useAction(async (content: string, mentions: Mentioned) => {
    const attachments = readyFiles(files).map(({ id }) => id);
    const what = JSON.stringify([content, attachments]);
    if (sent.current.what !== what) sent.current = { clientId: newClientId(), what };
    await sendNote(place, { clientId: sent.current.clientId, content, mentions, attachments });
    setTyped("");
    clearFiles(files);
    sent.current = { clientId: newClientId(), what: "" };
  });
  return (
    <>
      {sending.error && <ErrorNotice title="The note was not saved." error={sending.error} />}
      <NoteComposer
        value={typed}
        onChange={setTyped}
        onSend={(content, mentions) => void sending.run(content, mentions)}
        canBeEmpty={hasReady}
        isHeld={sending.isBusy || isHeld || voice.isOpen}
        onPaste={onPaste}
        files={
          <>
            {voice.panel}
            {list}
          </>
        }
        tools={
          <span>
            {button}
            {voice.button}
          </span>
        }
        label={`Private note about ${thread.contact.name}`}
        sendLabel="Add note"
        autoFocus={isBegun}
      />
    </>
  );
}
