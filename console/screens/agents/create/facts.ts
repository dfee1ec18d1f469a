import { css } from "../../../../shared/ui/style/css.ts";

/** What an import or a template brings, by name. */
export const facts = css`
  display: grid;
  grid-template-columns: 96px minmax(0, 1fr);
  gap: 10px 16px;
  margin: 0;
  font-size: var(--ph-text-s);
  & > dt {
    color: var(--ph-text-2);
  }
  & > dd {
    grid-column: 2;
    margin: 0;
    overflow-wrap: anywhere;
  }
  & > dd + dd {
    margin-top: -6px;
  }
  /* A text that is read there has the whole width. */
  @media (max-width: 480px) {
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
    & > dd {
      grid-column: 1;
      margin-bottom: 8px;
    }
    & > dd + dd {
      margin-top: -8px;
    }
  }
`;
