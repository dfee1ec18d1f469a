import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { ExternalLink, Trash2 } from "lucide-react";
import type { SourcePage } from "../../../shared/contract/knowledge.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { safeHref } from "../../../shared/ui/markdown/links.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { useNow } from "../../parts/useNow.ts";
import { removeSourcePage } from "../../state/sourceDetail.ts";
import type { SourcePlace } from "./SourceDetail.tsx";
import { describeCount } from "./sourceWords.ts";

interface PageRowProps {
  page: Snapshot<SourcePage>;
  place: SourcePlace;
  mayChange: boolean;
}

/** One page: where it is, how much of it is known, when it was read, and why not. */
export function PageRow({ page, place, mayChange }: PageRowProps): ReactNode {
  const [isRemoving, setIsRemoving] = useState(false);
  const now = useNow();
  const { title, url, fileName, error, lastFetchedAt } = page;
  const name = title || fileName || url || "Untitled";
  const href = safeHref(url ?? "");
  return (
    <li className={row}>
      <div className={what}>
        {href ? (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {name}
            <ExternalLink size={13} aria-label="opens in a new tab" />
          </a>
        ) : (
          <strong>{name}</strong>
        )}
        {(url ?? fileName) !== name && <p>{url ?? fileName}</p>}
        {error && <p data-bad="">{error}</p>}
      </div>
      <p className={numbers}>
        {error && <Badge tone={page.status === "failed" ? "danger" : "warning"}>Failed</Badge>}
        {page.characters > 0 && (
          <span>
            {describeCount(page.passages, "passage")} · {describeCount(page.characters, "character")}
          </span>
        )}
        <time dateTime={new Date(lastFetchedAt).toISOString()} title={describeDateTime(lastFetchedAt)}>
          {formatRelativeTime(lastFetchedAt, now)}
        </time>
      </p>
      {mayChange && (
        <IconButton label={`Delete ${name}`} size="small" onClick={() => setIsRemoving(true)}>
          <Trash2 size={16} aria-hidden />
        </IconButton>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={`Delete “${name}”?`}
          confirmLabel="Delete"
          onConfirm={() => removeSourcePage({ ...place, pageId: page.id })}
          onClose={() => setIsRemoving(false)}
        >
          Answers cite it no more, and later syncs of this source leave it out.
        </ConfirmDialog>
      )}
    </li>
  );
}

const row = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 16px;
  min-height: 56px;
  padding: 8px 8px 8px 16px;
`;
const what = css`
  flex: 1 1 320px;
  min-width: 0;
  & > a,
  & > strong {
    font-weight: 550;
    color: var(--ph-text);
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  & > a:hover {
    text-decoration: underline;
  }
  & > a > svg {
    margin-inline-start: 6px;
    color: var(--ph-text-3);
    vertical-align: -1px;
  }
  & > p {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & > p[data-bad] {
    font-size: var(--ph-text-s);
    color: var(--ph-danger-text);
  }
`;
const numbers = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 12px;
  font-size: var(--ph-text-xs);
  color: var(--ph-text-2);
  font-variant-numeric: tabular-nums;
`;
