import { css } from "../../../../shared/ui/style/css.ts";

/** The fields of a step, one below the other. */
export const formRows = css`
  display: grid;
  gap: 14px;
  min-width: 0;
`;

/** Two short fields side by side where there is room. */
export const pairRow = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 140px), 1fr));
  align-items: start;
  gap: 10px 14px;
  min-width: 0;
`;

/** A box to tick with its words. */
export const tickRow = css`
  display: flex;
  align-items: center;
  gap: 8px;
  width: fit-content;
  min-height: 28px;
  font-size: var(--ph-text-s);
  cursor: pointer;
  & > input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: var(--ph-accent);
  }
`;
