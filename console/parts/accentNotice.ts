import { css } from "../../shared/ui/style/css.ts";

/** A notice in the accent's color: a sign, and beside it lines that tell what was done or what stays. */
export const accentNotice = css`
  display: flex;
  gap: 12px;
  padding: 14px 16px;
  border-radius: var(--ph-radius);
  background: var(--ph-accent-soft);
  font-size: var(--ph-text-s);
  & > svg {
    flex: none;
    margin-top: 1px;
    color: var(--ph-accent-text);
  }
  & strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & ul {
    display: grid;
    gap: 4px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & strong + ul {
    margin-top: 4px;
    color: var(--ph-text-2);
  }
`;
