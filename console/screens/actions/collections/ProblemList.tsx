import type { ReactNode } from "react";
import type { CollectionImport } from "../../../../shared/contract/collections/collections.ts";
import { css } from "../../../../shared/ui/style/css.ts";

/** The rows of a file that don't come in, with the reason of each. */
export function ProblemList({ problems }: Pick<CollectionImport, "problems">): ReactNode {
  return (
    <ul className={list}>
      {problems.map(({ row, column, message }, index) => (
        <li key={index}>
          Row {row}
          {column && `, ${column}`}: {message}
        </li>
      ))}
    </ul>
  );
}

const list = css`
  max-height: 260px;
  margin: 0;
  padding-inline-start: 20px;
  overflow: auto;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
