import { useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Icon } from "../../shared/ui/Icon.tsx";
import { clip } from "../../shared/ui/iconPaths.ts";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";

/** Chooses files to go along, of the kinds that the agent's model takes. */
export function AttachButton(): ReactNode {
  const { configuration } = useSnapshot(chat);
  const actions = useActions();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={`${toolButton} ${atEdge}`}
        aria-label={widgetWords.attach}
        title={widgetWords.attach}
        onClick={() => input.current?.click()}
      >
        <Icon path={clip} />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        // Many systems know no type for these endings, and would gray such files out.
        accept={[...(configuration?.attachments?.types ?? []), ".md", ".csv"].join()}
        onChange={({ currentTarget }) => {
          actions.attach([...(currentTarget.files ?? [])]);
          // The same file may be chosen once more after it was removed.
          currentTarget.value = "";
        }}
      />
    </>
  );
}

const atEdge = css`
  form > && {
    margin-inline-end: -8px;
  }
`;
/** A button of the composer beside the one that sends. */
export const toolButton = css`
  form > && {
    background: none;
    color: var(--ph-text-3);
  }
  form > &&:hover {
    background: var(--ph-hover);
    color: var(--ph-text);
  }
`;
