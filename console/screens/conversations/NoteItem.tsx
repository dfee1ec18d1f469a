import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Lock, Pencil, Trash2 } from "lucide-react";
import type { Mentioned } from "../../../shared/contract/notes.ts";
import { Avatar } from "../../../shared/ui/Avatar.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { MessageBubble } from "../../../shared/ui/MessageBubble.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { describeMoment } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { RowMenu } from "../../parts/RowMenu.tsx";
import { useAction } from "../../parts/useAction.ts";
import { authentication } from "../../state/authentication.ts";
import type { ShownMessage, ThreadPlace } from "../../state/conversation.ts";
import { changeNote, dropNote } from "../../state/notes.ts";
import { AnswerText } from "./AnswerText.ts";
import { NoteComposer } from "./compose/NoteComposer.tsx";

interface NoteItemProps {
  message: ShownMessage;
  place: ThreadPlace;
}

const none: [] = [];

/** A note among the team: its visitor never sees it, and nobody takes it for a reply. Its author may change and delete it. */
export default function NoteItem({ message, place }: NoteItemProps): ReactNode {
  const { user } = useSnapshot(authentication);
  const [asked, setAsked] = useState<"edit" | "delete" | null>(null);
  const author = message.author?.name ?? "Team";
  const isMine = user !== null && message.author?.id === user._id;
  const close = () => setAsked(null);
  return (
    <div className={note}>
      <MessageBubble
        author={`Private note by ${author}`}
        side="own"
        time={describeMoment(message.createdAt)}
        avatar={<Avatar name={author} size={28} />}
        footer={<NoteFoot message={message} />}
        aside={
          isMine &&
          asked !== "edit" && (
            <RowMenu
              label="Actions for this note"
              actions={[
                { label: "Edit", icon: <Pencil size={16} aria-hidden />, onChoose: () => setAsked("edit") },
                {
                  ...{ label: "Delete", icon: <Trash2 size={16} aria-hidden />, isDanger: true },
                  onChoose: () => setAsked("delete"),
                },
              ]}
            />
          )
        }
      >
        <p>
          <Lock size={12} aria-hidden />
          <b>Private note</b> {author} · {describeMoment(message.createdAt)}
        </p>
        {asked === "edit" ? (
          <NoteEditor message={message} place={place} onClose={close} />
        ) : (
          <AnswerText text={message.content} citations={none} />
        )}
      </MessageBubble>
      {asked === "delete" && (
        <ConfirmDialog
          title="Delete this note?"
          confirmLabel="Delete note"
          onConfirm={() => dropNote(place, message.id)}
          onClose={close}
        >
          What it says is gone for good. That you deleted a note stays in the conversation, for your team
          alone.
        </ConfirmDialog>
      )}
    </div>
  );
}

function NoteFoot({ message }: Pick<NoteItemProps, "message">): ReactNode {
  const named = (message.about?.mentions ?? []).map(({ name }) => name).join(", ");
  const isEdited = message.editedAt !== null;
  if (!named) return isEdited && "Edited";
  return `${isEdited ? "Edited · " : ""}Names ${named}`;
}

function NoteEditor({ message, place, onClose }: NoteItemProps & { onClose: () => void }): ReactNode {
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

const note = css`
  & [data-bubble] {
    border: 1px dashed var(--ph-warning-text);
    background: var(--ph-warning-soft);
    color: var(--ph-text);
    white-space: normal;
  }
  & [data-bubble] > p {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 5px;
    margin-bottom: 3px;
    font-size: var(--ph-text-xs);
    color: var(--ph-warning-text);
  }
`;
const editor = css`
  display: grid;
  gap: 6px;
  width: min(560px, 64vw);
  & > button {
    justify-self: start;
  }
`;
