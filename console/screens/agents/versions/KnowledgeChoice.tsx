import { useId } from "react";
import type { ReactNode } from "react";
import { css } from "../../../../shared/ui/style/css.ts";

interface KnowledgeChoiceProps {
  /** The version's pages can be brought back. */
  keepsKnowledge: boolean;
  mayChange: boolean;
  value: boolean;
  onChange: (withKnowledge: boolean) => void;
}

/** Whether pages come back too, with what that means for visitors and for the next sync. */
export function KnowledgeChoice({
  keepsKnowledge,
  mayChange,
  value,
  onChange,
}: KnowledgeChoiceProps): ReactNode {
  const name = useId();
  const isOff = !keepsKnowledge || !mayChange;
  return (
    <fieldset className={frame}>
      <legend>Knowledge</legend>
      <label>
        <input type="radio" name={name} checked={!value} onChange={() => onChange(false)} />
        <span>
          Settings only
          <small>Data sources and their pages stay as they are today.</small>
        </span>
      </label>
      <label data-off={isOff || undefined}>
        <input type="radio" name={name} checked={value} disabled={isOff} onChange={() => onChange(true)} />
        <span>
          Settings and knowledge
          <small>
            {!keepsKnowledge
              ? "This version has no saved pages."
              : mayChange
                ? "Data sources get their old settings and pages back. Sources added since are removed. Answers use restored pages immediately. A later sync reads today’s pages again. Pages deleted by hand stay deleted."
                : "You can’t change data sources."}
          </small>
        </span>
      </label>
    </fieldset>
  );
}

const frame = css`
  display: grid;
  gap: 8px;
  margin: 0;
  padding: 0;
  border: 0;
  min-width: 0;
  & legend {
    margin-bottom: 8px;
    padding: 0;
    font-weight: 560;
  }
  & label {
    display: flex;
    align-items: flex-start;
    gap: 10px;
    min-height: 44px;
    padding: 10px 12px;
    border: 1px solid var(--ph-line-2);
    border-radius: var(--ph-radius);
    cursor: pointer;
  }
  & label:has(:checked) {
    border-color: var(--ph-accent-text);
    background: var(--ph-accent-soft);
  }
  & label[data-off] {
    cursor: default;
    color: var(--ph-text-2);
  }
  & input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 1px 0 0;
    accent-color: var(--ph-accent);
  }
  & small {
    display: block;
    margin-top: 2px;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
`;
