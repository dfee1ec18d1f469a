import { useState } from "react";
import type { ReactNode } from "react";
import type { Mentioned } from "../../../../shared/contract/conversations/messages/notes.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { changeNote } from "../../../state/conversations/messages/notes.ts";
import { NoteComposer } from "./compose/NoteComposer.tsx";
import type { MessagePlaceProps } from "./messagePlaceProps.ts";

/** Where its author edits a note, in its place. */
export function NoteEditor({
  message,
  place,
  onClose,
}: MessagePlaceProps & { onClose: () => void }): ReactNode {
  const [text, setText] = useState(message.content);
  const saving = useAction(async (content: string, mentions: Mentioned) => {
    await changeNote(place, { noteId: message.id, content, mentions });
    onClose();
  });
  return (
    <div className={editor}>
      <NoteComposer
        value={text}
        onChange={setText}
        onSend={(content, mentions) => void saving.run(content, mentions)}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
        canBeEmpty={message.attachments.length > 0}
        isHeld={saving.isBusy}
        label="Change the note"
        sendLabel="Save note"
        autoFocus
      />
      {saving.error && <ErrorNotice error={saving.error} />}
      <Button kind="quiet" size="small" onClick={onClose}>
        Cancel
      </Button>
    </div>
  );
}

const editor = css`
  display: grid;
  gap: 6px;
  width: min(560px, 64vw);
  & > button {
    justify-self: start;
  }
`;
