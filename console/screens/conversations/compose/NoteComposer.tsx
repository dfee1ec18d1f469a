import type { ReactNode } from "react";
import { Lock } from "lucide-react";
import { Composer } from "../../../../shared/ui/Composer.tsx";
import type { ComposerProps } from "../../../../shared/ui/Composer.tsx";
import { css } from "../../../../shared/ui/style/css.ts";

type NoteComposerProps = Pick<ComposerProps, "value" | "onChange" | "onSend" | "isHeld" | "autoFocus"> &
  Pick<ComposerProps, "onKeyDown"> & { label: string; sendLabel: string };

/** The field for a note: another colour than a reply's, with the word and the lock. */
export function NoteComposer(props: NoteComposerProps): ReactNode {
  return (
    <div className={note}>
      <Composer
        {...props}
        placeholder="Write to your team"
        above={
          <p>
            <Lock size={13} aria-hidden />
            <b>Private note</b> Only your team sees it.
          </p>
        }
      />
    </div>
  );
}

const note = css`
  min-width: 0;
  & > form {
    border-style: dashed;
    border-color: var(--ph-warning-text);
    background: var(--ph-warning-soft);
  }
  & > form > p {
    display: flex;
    flex: 1 0 100%;
    align-items: center;
    gap: 6px;
    padding: 3px 10px 0;
    font-size: var(--ph-text-xs);
    color: var(--ph-warning-text);
  }
  & > form > button:not(:disabled) {
    background: var(--ph-warning-text);
    color: var(--ph-warning-soft);
  }
`;
