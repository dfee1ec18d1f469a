import { css } from "../../../shared/ui/style/css.ts";

/** Around the replay, and around its shape while it is still read: what stands below keeps its place. */
export const replayFrame = css`
  display: grid;
  justify-items: start;
  align-content: start;
  gap: 10px;
  min-height: 154px;
  min-width: 0;
  padding: 14px 16px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-s);
  & > header,
  & > header > span {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
  }
  & h3 {
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
  & > header {
    color: var(--ph-text);
  }
  & > header > span > strong {
    font-weight: 550;
  }
  & > header > span > small {
    color: var(--ph-text-2);
  }
  & > div,
  & > ul {
    justify-self: stretch;
  }
  & > header {
    min-height: 24px;
  }
  & > p,
  & > a,
  & small {
    font-size: var(--ph-text-s);
  }
  & > p[role="alert"] {
    color: var(--ph-danger-text);
  }
  /* Where all of an end stands below each other. */
  @media (max-width: 480px) {
    min-height: 294px;
  }
`;
