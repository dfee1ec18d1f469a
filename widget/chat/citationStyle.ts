import { css } from "../../shared/ui/style/css.ts";

/** The small number of a source in an answer. */
export const citationStyle = css`
  position: relative;
  display: inline-grid;
  place-items: center;
  min-width: 1.75em;
  height: 1.75em;
  margin-inline: 0.1em 0.05em;
  padding: 0 0.4em;
  border: 0;
  border-radius: 99px;
  background: var(--ph-surface);
  color: var(--ph-accent-text);
  font-size: 0.72em;
  font-weight: 650;
  line-height: 1;
  vertical-align: 0.15em;
  font-variant-numeric: tabular-nums;
  button& {
    cursor: pointer;
  }
  button&:hover {
    background: var(--ph-accent);
    color: var(--ph-on-accent);
  }
  /* Small to the eye, large enough for a finger. */
  button&::after {
    content: "";
    position: absolute;
    inset: -6px -4px;
  }
  @media (forced-colors: active) {
    border: 1px solid;
  }
`;
