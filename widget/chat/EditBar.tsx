import { useEffect } from "react";
import type { ReactNode } from "react";
import { Icon } from "../../shared/ui/Icon.tsx";
import { pencil } from "../../shared/ui/iconPaths.ts";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { useActions } from "./actions.ts";

interface EditBarProps {
  field: { readonly current: HTMLTextAreaElement | null };
  editing: string;
}

/**
 * Says that the composer edits the last question, and how to leave it as it is; the visitor continues after its last
 * letter.
 */
export function EditBar({ field, editing }: EditBarProps): ReactNode {
  const actions = useActions();
  useEffect(() => {
    const { current } = field;
    if (!current) return;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, [field, editing]);
  return (
    <div className={bar}>
      <Icon path={pencil} />
      <span role="status">{widgetWords.editing}</span>
      <button type="button" onClick={() => actions.cancelEdit()}>
        {widgetWords.cancel}
      </button>
    </div>
  );
}

const bar = css`
  display: flex;
  align-items: center;
  gap: 8px;
  width: 100%;
  padding-inline: 10px 4px;
  color: var(--ph-accent-text);
  font-size: var(--ph-text-s);
  font-weight: 600;
  & > span {
    flex: 1;
    min-width: 0;
  }
  & > button {
    min-height: 28px;
    padding: 2px 8px;
    border: 0;
    border-radius: var(--ph-radius-s);
    background: none;
    color: var(--ph-text-2);
    font-weight: 500;
    cursor: pointer;
  }
  & > button:hover {
    background: var(--ph-hover);
    color: var(--ph-text);
  }
  @media (pointer: coarse) {
    & > button {
      min-height: 44px;
    }
  }
`;
