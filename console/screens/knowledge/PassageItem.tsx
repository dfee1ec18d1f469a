import { useEffect, useRef, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { Snapshot } from "valtio";
import { Pencil, Undo2 } from "lucide-react";
import { longestPassage } from "../../../shared/contract/knowledge/pages.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { Markdown } from "../../../shared/ui/markdown/Markdown.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { describeNumber } from "../../parts/describeNumber.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { useAction } from "../../parts/useAction.ts";
import { editPassage, takeEditBack } from "../../state/knowledge/sourcePage.ts";
import type { PagePlace, ShownPassage } from "../../state/knowledge/sourcePage.ts";

interface PassageItemProps {
  passage: Snapshot<ShownPassage>;
  place: PagePlace;
  /** Which stretch of the passages is shown. */
  stretch: number;
  mayChange: boolean;
}

/**
 * One passage: its headings, its place, its text, whether answers use it; an edited one with what the source says in its
 * place.
 */
export function PassageItem({ passage, place, stretch, mayChange }: PassageItemProps): ReactNode {
  const [isEditing, setIsEditing] = useState(false);
  const controls = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(false);
  // The field that had the focus is gone: it goes back to the button that opened it.
  useEffect(() => {
    if (wasEditing.current && !isEditing)
      controls.current?.querySelector<HTMLElement>("[data-edit] button")?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const taking = useAction(() => takeEditBack({ ...place, editId: passage.editId ?? "" }, { stretch }));
  const switching = useAction((enabled: boolean) =>
    editPassage({ ...place, passageId: passage.id }, { change: { enabled }, stretch }),
  );
  const { headings, text, enabled, editedBy, sourceText } = passage;
  const where = describePlace(passage.position);
  return (
    <li className={item}>
      <div>
        <p className={path}>
          {[...headings, where].filter(Boolean).join(" › ") || "At the beginning"}
          {!enabled && <Badge>Off</Badge>}
        </p>
        {mayChange && !isEditing && (
          <div className={tools} ref={controls}>
            <Toggle
              label="Answers use this passage"
              size="small"
              isOn={enabled}
              onChange={(isOn) => void switching.run(isOn)}
            />
            <span data-edit="">
              <IconButton label="Edit this passage" size="small" onClick={() => setIsEditing(true)}>
                <Pencil size={15} aria-hidden />
              </IconButton>
            </span>
          </div>
        )}
      </div>
      {switching.error && <ErrorNotice error={switching.error} />}
      {isEditing ? (
        <PassageForm
          text={text}
          onClose={() => setIsEditing(false)}
          onSave={(changed) =>
            editPassage({ ...place, passageId: passage.id }, { change: { text: changed }, stretch })
          }
        />
      ) : (
        <div data-off={enabled ? undefined : ""}>
          <Markdown text={text} />
        </div>
      )}
      {!enabled && (
        <p className={note}>
          Turned off{editedBy && ` by ${editedBy.name}, ${describeDateTime(editedBy.at)}`}. Answers skip it
          until it changes at the source.
        </p>
      )}
      {sourceText !== null && (
        <details className={note}>
          <summary>
            Edited{editedBy && ` by ${editedBy.name}, ${describeDateTime(editedBy.at)}`}. Kept until the
            passage changes at the source.
          </summary>
          <blockquote>{sourceText}</blockquote>
          {mayChange && (
            <Button isBusy={taking.isBusy} onClick={() => taking.run()}>
              <Undo2 size={15} aria-hidden />
              Restore source text
            </Button>
          )}
          {taking.error && <ErrorNotice error={taking.error} />}
        </details>
      )}
    </li>
  );
}

interface PassageFormProps {
  text: string;
  onClose: () => void;
  onSave: (text: string) => Promise<void>;
}

function PassageForm({ text, onClose, onSave }: PassageFormProps): ReactNode {
  const [typed, setTyped] = useState(text);
  const saving = useAction(() => onSave(typed));
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (await saving.run()) onClose();
  };
  const fieldError = findFieldError(saving.error, "text");
  return (
    <form className={form} onSubmit={handleSubmit} noValidate>
      <TextArea
        label="Passage text"
        rows={Math.min(16, Math.max(4, Math.ceil(text.length / 90)))}
        isRequired
        autoFocus
        limit={longestPassage}
        aside={`${describeNumber(typed.length)} / ${describeNumber(longestPassage)}`}
        hint="Supports Markdown. Takes effect immediately."
        value={typed}
        onChange={setTyped}
        error={fieldError}
      />
      {saving.error && !fieldError && <ErrorNotice error={saving.error} />}
      <div>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" isBusy={saving.isBusy}>
          Save
        </Button>
      </div>
    </form>
  );
}

function describePlace({ page, row }: ShownPassage["position"]): string {
  if (page !== undefined) return `Page ${page}`;
  return row === undefined ? "" : `Row ${row}`;
}

const item = css`
  display: grid;
  gap: 8px;
  min-width: 0;
  padding: 12px 16px 14px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  overflow-wrap: anywhere;
  & > div:first-child {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    min-height: 28px;
  }
  & > div[data-off] {
    color: var(--ph-text-2);
  }
`;
const tools = css`
  display: flex;
  flex: none;
  align-items: center;
  gap: 10px;
  & > span {
    display: flex;
  }
`;
const path = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 10px;
  min-width: 0;
  font-size: var(--ph-text-xs);
  font-weight: 550;
  color: var(--ph-text-2);
`;
const note = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  & > summary {
    cursor: pointer;
  }
  & > blockquote {
    margin: 8px 0;
    padding-inline-start: 12px;
    border-inline-start: 3px solid var(--ph-line-strong);
    white-space: pre-wrap;
  }
`;
const form = css`
  display: grid;
  gap: 12px;
  & > div:last-child {
    display: flex;
    justify-content: flex-end;
    gap: 8px;
  }
`;
