import { css } from "../../../shared/ui/style/css.ts";

/** A name with its switch, and below it what that means now. */
export const switchedPart = css`
  display: grid;
  gap: 4px;
  & > div {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 16px;
    min-height: 32px;
  }
  & strong {
    font-weight: 550;
    color: var(--ph-text);
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
