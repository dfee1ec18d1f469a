import type { ReactNode } from "react";
import { ArrowRight } from "lucide-react";
import type { VersionChange } from "../../../shared/domain/versions/content.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { TextDiff } from "./TextDiff.tsx";

/** One field with what it was and what it is: short values beside each other, texts line by line. */
export function ChangedField({ field }: { field: VersionChange }): ReactNode {
  const { label, before, after } = field;
  return (
    <div className={box}>
      <div className={head}>
        <strong>{label}</strong>
        {before === null && <Badge tone="success">Added</Badge>}
        {after === null && <Badge tone="danger">Removed</Badge>}
      </div>
      {isLong(before) || isLong(after) ? (
        <TextDiff before={before ?? ""} after={after ?? ""} />
      ) : (
        <p className={values}>
          {before !== null && (
            <span>
              <span className={visuallyHidden}>Was </span>
              {before || <em>Empty</em>}
            </span>
          )}
          {before !== null && after !== null && <ArrowRight size={14} aria-hidden />}
          {after !== null && (
            <span>
              <span className={visuallyHidden}>Is </span>
              {after || <em>Empty</em>}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

/** Longer than a line of the dialog. */
function isLong(text: string | null): boolean {
  return text !== null && (text.length > 70 || text.includes("\n"));
}

const box = css`
  display: grid;
  gap: 6px;
  min-width: 0;
  padding: 10px 12px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  font-size: var(--ph-text-s);
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  & strong {
    font-weight: 560;
    overflow-wrap: anywhere;
  }
`;
const values = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
  margin: 0;
  overflow-wrap: anywhere;
  & > span:first-child:not(:last-child) {
    color: var(--ph-text-2);
  }
  & svg {
    flex: none;
    color: var(--ph-text-3);
  }
  & svg:dir(rtl) {
    transform: scaleX(-1);
  }
  & em {
    color: var(--ph-text-2);
  }
`;
