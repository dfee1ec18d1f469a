import { useId } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { PageChanges, VersionChanges } from "../../../shared/contract/agents/versions.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { ChangedField } from "./ChangedField.tsx";
import { ChangedPages } from "./ChangedPages.tsx";
import { areaNames, groupByArea } from "./areaNames.ts";

interface ChangeListProps {
  changes: Snapshot<VersionChanges["changes"]>;
  /** Null where one of the two versions does not remember its pages. */
  pages: Snapshot<PageChanges> | null;
}

/** What differs between two versions, by the screens on which it is changed. */
export function ChangeList({ changes, pages }: ChangeListProps): ReactNode {
  const id = useId();
  const groups = groupByArea(changes);
  const hasPages = pages !== null && pages.added + pages.changed + pages.removed > 0;
  if (groups.length === 0 && !hasPages) return <p className={none}>No differences.</p>;
  return (
    <div className={list}>
      {groups.map(([area, fields]) => (
        <section key={area} aria-labelledby={`${id}${area}`}>
          <h3 id={`${id}${area}`}>{areaNames[area]}</h3>
          <ul>
            {fields.map((field) => (
              <li key={field.label}>
                <ChangedField field={field} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasPages && (
        <section aria-labelledby={`${id}pages`}>
          <h3 id={`${id}pages`}>Pages</h3>
          <ChangedPages pages={pages} />
        </section>
      )}
    </div>
  );
}

const none = css`
  color: var(--ph-text-2);
`;
const list = css`
  display: grid;
  gap: 20px;
  min-width: 0;
  & > section {
    min-width: 0;
  }
  & h3 {
    margin: 0 0 8px;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-weight: 600;
  }
  & ul {
    display: grid;
    gap: 8px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    min-width: 0;
  }
`;
