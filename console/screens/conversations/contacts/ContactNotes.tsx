import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { ContactNote } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { useDraft } from "../messages/compose/useDraft.ts";
import { detailsPart } from "../threads/detailsPart.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { authentication } from "../../../state/accounts/authentication.ts";
import { addNote, changeNote, removeNote } from "../../../state/conversations/contacts/contacts.ts";
import type { ContactPlace } from "../../../state/conversations/contacts/contacts.ts";
import { mayDo } from "../../../state/accounts/organization.ts";

const longestNote = 5000;

interface ContactNotesProps {
  place: ContactPlace;
  notes: readonly Snapshot<ContactNote>[];
  isReadOnly: boolean;
}

/** What the team wrote down about a person, which the visitor never sees. */
export function ContactNotes({ place, notes, isReadOnly }: ContactNotesProps): ReactNode {
  const [text, setText] = useDraft("contactNote", place.contactId);
  const adding = useAction(async () => {
    await addNote(place, text.trim());
    setText("");
  });
  const section = useRef<HTMLElement>(null);
  const [removed, setRemoved] = useState(0);
  // What had the focus went with the note.
  useEffect(() => {
    if (removed > 0) section.current?.querySelector("textarea")?.focus();
  }, [removed]);
  return (
    <section ref={section} className={cx(detailsPart, frame)} aria-label="Notes about the visitor">
      <h3>Notes about the visitor</h3>
      {mayDo("conversations.reply") && !isReadOnly && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== "") void adding.run();
          }}
        >
          <TextArea
            label="New note"
            hint="Only your team sees it."
            rows={2}
            value={text}
            onChange={setText}
            limit={longestNote}
          />
          {text.trim() !== "" && (
            <Button type="submit" size="small" isBusy={adding.isBusy}>
              Add note
            </Button>
          )}
          {adding.error && <ErrorNotice error={adding.error} />}
        </form>
      )}
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note.id}>
              <NoteItem {...{ place, note, isReadOnly }} onRemoved={() => setRemoved((times) => times + 1)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface NoteItemProps {
  place: ContactPlace;
  note: Snapshot<ContactNote>;
  isReadOnly: boolean;
  onRemoved: () => void;
}

function NoteItem({ place, note, isReadOnly, onRemoved }: NoteItemProps): ReactNode {
  const { user } = useSnapshot(authentication);
  const [text, setText] = useState<string | null>(null);
  const [wasEdited, setWasEdited] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const close = () => {
    setText(null);
    setWasEdited(true);
  };
  const saving = useAction(async () => {
    await changeNote(place, note.id, (text ?? "").trim());
    close();
  });
  const handleRemove = async () => {
    await removeNote(place, note.id);
    onRemoved();
  };
  const isOwn = user?._id === note.author.id;
  return (
    <>
      <small>
        <bdi>{note.author.name}</bdi>, {describeDateTime(note.createdAt)}
        {note.editedAt !== null && ", edited"}
      </small>
      {text === null ? (
        <p dir="auto">{note.content}</p>
      ) : (
        <TextArea label="Note" rows={3} value={text} onChange={setText} limit={longestNote} autoFocus />
      )}
      {/* By their keys none becomes another under somebody's finger. */}
      {!isReadOnly && (isOwn || mayDo("conversations.manage")) && (
        <span>
          {text === null ? (
            <>
              {isOwn && (
                <Button
                  key="edit"
                  kind="quiet"
                  size="small"
                  autoFocus={wasEdited}
                  onClick={() => setText(note.content)}
                >
                  Edit
                </Button>
              )}
              <Button key="delete" kind="quiet" size="small" onClick={() => setIsAsked(true)}>
                Delete
              </Button>
            </>
          ) : (
            <>
              <Button
                size="small"
                isBusy={saving.isBusy}
                disabled={text.trim() === ""}
                onClick={() => void saving.run()}
              >
                Save
              </Button>
              <Button kind="quiet" size="small" onClick={close}>
                Cancel
              </Button>
            </>
          )}
        </span>
      )}
      {saving.error && <ErrorNotice error={saving.error} />}
      {isAsked && (
        <ConfirmDialog
          title="Delete this note?"
          confirmLabel="Delete note"
          onConfirm={handleRemove}
          onClose={() => setIsAsked(false)}
        >
          This deletes its text for your whole team.
        </ConfirmDialog>
      )}
    </>
  );
}

const frame = css`
  gap: 10px;
  & form {
    display: grid;
    justify-items: start;
    gap: 8px;
  }
  & form > :first-child {
    width: 100%;
  }
  & ul {
    display: grid;
    gap: 10px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    display: grid;
    gap: 4px;
    padding: 10px 12px;
    border-radius: var(--ph-radius-s);
    background: var(--ph-hover);
  }
  & small {
    color: var(--ph-text-2);
  }
  & li p {
    display: block;
    color: var(--ph-text);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & li > span {
    display: flex;
    gap: 4px;
    margin-inline-start: -8px;
  }
`;
