import { useId } from "react";
import type { ReactNode } from "react";
import { CircleHelp } from "lucide-react";
import type { Measure } from "../../../shared/domain/measures.ts";
import { css } from "../../../shared/ui/style/css.ts";

/** Explains a figure at a press: beside its button, or in the middle where the browser can't place it there. */
export function MeasureHint({ measure }: { measure: Pick<Measure, "title" | "sentence"> }): ReactNode {
  const id = useId();
  return (
    <span className={frame}>
      <button type="button" popoverTarget={id} aria-label={`What is ${measure.title}?`}>
        <CircleHelp size={13} aria-hidden />
      </button>
      <span id={id} popover="auto" role="note">
        <strong>{measure.title}</strong>
        {measure.sentence}
      </span>
    </span>
  );
}

const frame = css`
  display: inline-flex;
  margin-inline-start: 4px;
  vertical-align: middle;
  anchor-scope: --hint;
  & > button {
    anchor-name: --hint;
    display: grid;
    place-items: center;
    width: 24px;
    height: 24px;
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: none;
    color: var(--ph-text-3);
    cursor: pointer;
  }
  & > button:hover {
    color: var(--ph-text);
  }
  & > [popover] {
    inset: auto;
    max-width: min(320px, calc(100vw - 32px));
    margin: auto;
    padding: 12px 14px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    background: var(--ph-raised, var(--ph-surface));
    box-shadow: var(--ph-shadow-2);
    color: var(--ph-text);
    font-size: var(--ph-text-s);
    font-weight: 400;
  }
  & > [popover]:popover-open {
    display: grid;
    gap: 4px;
    inset: 0;
    width: fit-content;
    height: fit-content;
  }
  @supports (anchor-scope: --hint) {
    & > [popover]:popover-open {
      position-anchor: --hint;
      position-area: block-end;
      position-try-fallbacks: flip-block;
      inset: auto;
      margin: 4px 16px;
    }
  }
`;
