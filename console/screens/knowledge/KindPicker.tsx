import { useId } from "react";
import type { ReactNode } from "react";
import type { DataSourceKind } from "../../../shared/contract/knowledge.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { kindIcons } from "./SourceIcon.tsx";
import { kindNames } from "./sourceWords.ts";

interface KindPickerProps {
  value: DataSourceKind;
  onChange: (kind: DataSourceKind) => void;
}

const kinds: DataSourceKind[] = ["website", "files", "text", "sample"];

/** Which kind of source to add. */
export function KindPicker({ value, onChange }: KindPickerProps): ReactNode {
  const name = useId();
  return (
    <fieldset className={picker}>
      <legend>Kind</legend>
      {kinds.map((kind) => {
        const Icon = kindIcons[kind];
        return (
          <label key={kind}>
            <input type="radio" name={name} checked={value === kind} onChange={() => onChange(kind)} />
            <Icon size={18} aria-hidden />
            {kindNames[kind]}
          </label>
        );
      })}
    </fieldset>
  );
}

const picker = css`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 8px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  @media (max-width: 480px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  & > legend {
    position: absolute;
    clip-path: inset(50%);
  }
  & > label {
    position: relative;
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 44px;
    padding: 8px 12px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    font-weight: 550;
    cursor: pointer;
  }
  & svg {
    flex: none;
    color: var(--ph-text-3);
  }
  & > label:hover {
    border-color: var(--ph-line-strong);
  }
  & > label:has(:checked) {
    border-color: var(--ph-accent-text);
    box-shadow: 0 0 0 1px var(--ph-accent-text);
    background: var(--ph-accent-soft);
    & > svg {
      color: var(--ph-accent-text);
    }
  }
  & > label:has(:focus-visible) {
    outline: 2px solid var(--ph-focus);
    outline-offset: 3px;
  }
  & input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
`;
