import type { CSSProperties, ReactNode } from "react";
import type { FileDraft } from "../domain/attachments.ts";
import { fill } from "../words/language.ts";
import { widgetWords } from "../words/widget.ts";
import { FileMark } from "./FileMark.tsx";
import { FileName } from "./FileName.tsx";
import { close } from "./firstIconPaths.ts";
import { Icon } from "./Icon.tsx";
import { retry } from "./iconPaths.ts";
import { css } from "./style/css.ts";

interface FileDraftsProps {
  drafts: readonly Readonly<FileDraft>[];
  onRetry(draftId: string): void;
  onRemove(draftId: string): void;
}

/** The files that go along with the next message, each with how far it is. */
export function FileDrafts({ drafts, onRetry, onRemove }: FileDraftsProps): ReactNode {
  return (
    <ul className={list}>
      {drafts.map((draft) => (
        <DraftChip key={draft.id} draft={draft} {...{ onRetry, onRemove }} />
      ))}
    </ul>
  );
}

interface DraftChipProps extends Omit<FileDraftsProps, "drafts"> {
  draft: Readonly<FileDraft>;
}

function DraftChip({ draft, onRetry, onRemove }: DraftChipProps): ReactNode {
  const { id, name, sizeBytes, delivery, progress, error } = draft;
  const isBad = delivery === "failed" || delivery === "refused";
  const remove = fill(widgetWords.removeFile, { name });
  // Cast: a custom property is fine in a style object, only its type doesn't know.
  const style = { "--progress": progress } as CSSProperties;
  return (
    <li data-bad={isBad || undefined} style={style}>
      <FileMark name={name} />
      {isBad ? (
        // The sentence has the name in it.
        <small role="alert">{error ?? fill(widgetWords.uploadFailed, { name })}</small>
      ) : (
        <FileName name={name} sizeBytes={sizeBytes} />
      )}
      {delivery === "sending" && (
        <span
          role="progressbar"
          aria-label={fill(widgetWords.uploading, { name })}
          aria-valuenow={Math.round(progress * 100)}
        />
      )}
      {delivery === "failed" && (
        <button
          type="button"
          aria-label={`${widgetWords.retry}: ${name}`}
          title={widgetWords.retry}
          onClick={() => onRetry(id)}
        >
          <Icon path={retry} />
        </button>
      )}
      <button type="button" aria-label={remove} title={remove} onClick={() => onRemove(id)}>
        <Icon path={close} />
      </button>
    </li>
  );
}

const list = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(9.25rem, 1fr));
  gap: 6px;
  width: 100%;
  padding: 3px;
  list-style: none;
  & > li {
    position: relative;
    display: flex;
    align-items: center;
    gap: 8px;
    min-width: 0;
    overflow: hidden;
    padding-block: 5px;
    padding-inline: 6px 2px;
    border: 1px solid var(--ph-line);
    border-radius: min(var(--ph-radius), 14px);
    background: var(--ph-bubble, var(--ph-sunken));
  }
  & > li[data-bad] {
    grid-column: 1 / -1;
    border-color: transparent;
    background: var(--ph-danger-soft);
  }
  & > li > :nth-child(2) {
    flex: 1;
    min-width: 0;
  }
  & > [data-bad] > small {
    padding-block: 2px;
    font-size: var(--ph-text-xs);
    line-height: 1.3;
    color: var(--ph-danger-text);
    overflow-wrap: anywhere;
  }
  & [role="progressbar"] {
    position: absolute;
    inset-block-end: 0;
    inset-inline: 0;
    height: 3px;
    background: var(--ph-line);
  }
  & [role="progressbar"]::after {
    content: "";
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    width: calc(var(--progress) * 100%);
    background: var(--ph-accent-text);
    transition: width var(--ph-slow);
  }
  @media (forced-colors: active) {
    & [role="progressbar"]::after {
      background: Highlight;
    }
  }
  & button {
    display: grid;
    flex: none;
    place-items: center;
    width: 1.75rem;
    height: 1.75rem;
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: none;
    color: var(--ph-text-3);
    font-size: 0.8125rem;
    cursor: pointer;
  }
  & button:hover {
    background: var(--ph-hover);
    color: var(--ph-text);
  }
  @media (max-height: 420px) {
    display: flex;
    overflow-x: auto;
    scrollbar-width: thin;
    scrollbar-color: var(--ph-line-2) transparent;
    & > li {
      flex: 0 0 11.875rem;
    }
    & > li[data-bad] {
      flex-basis: min(25rem, 90%);
    }
  }
  @media (pointer: coarse) {
    & button {
      width: 44px;
      height: 44px;
    }
  }
`;
