import { css } from "../../shared/ui/style/css.ts";

/**
 * For a fieldset whose radio buttons are drawn as cards: each label is a card with its input stretched over it, unseen, so
 * that arrow keys and screen readers meet ordinary radio buttons. The fieldset's own class lays the cards out.
 */
export const choiceCards = css`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & > legend {
    padding: 0 0 6px;
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & label {
    position: relative;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    cursor: pointer;
  }
  & label:hover {
    border-color: var(--ph-line-strong);
  }
  & label:has(:checked) {
    border-color: var(--ph-accent-text);
    box-shadow: 0 0 0 1px var(--ph-accent-text);
    background: var(--ph-accent-soft);
    & svg {
      color: var(--ph-accent-text);
    }
  }
  & label:has(:focus-visible) {
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
