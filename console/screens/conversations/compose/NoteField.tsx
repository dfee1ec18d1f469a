import { useRef } from "react";
import type { ReactNode } from "react";
import type { Mentioned } from "../../../../shared/contract/notes.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { newClientId } from "../../../state/clientId.ts";
import { sendNote } from "../../../state/notes.ts";
import type { ReplyBarProps } from "../ReplyBar.tsx";
import { NoteComposer } from "./NoteComposer.tsx";
import { useDraft } from "./useDraft.ts";

type NoteFieldProps = Pick<ReplyBarProps, "place" | "thread"> & {
  /** By its key, so that it takes the focus when it comes. */
  isBegun: boolean;
};

/** Where a note among the team is written. It stays in the field until the server has it. */
export default function NoteField({ place, thread, isBegun }: NoteFieldProps): ReactNode {
  const [typed, setTyped] = useDraft("note", place.threadId);
  // The same note under the same id, however often it is tried.
  const clientId = useRef(newClientId());
  const sending = useAction(async (content: string, mentions: Mentioned) => {
    await sendNote(place, { clientId: clientId.current, content, mentions, attachments: [] });
    setTyped("");
    clientId.current = newClientId();
  });
  return (
    <>
      {sending.error && <ErrorNotice title="The note was not kept." error={sending.error} />}
      <NoteComposer
        value={typed}
        onChange={(text) => {
          setTyped(text);
          if (sending.error) clientId.current = newClientId();
        }}
        onSend={(content, mentions) => void sending.run(content, mentions)}
        isHeld={sending.isBusy}
        label={`Private note about ${thread.contact.name}`}
        sendLabel="Add note"
        autoFocus={isBegun}
      />
    </>
  );
}
