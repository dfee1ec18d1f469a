import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { ExternalLink, Trash2 } from "lucide-react";
import type { DocumentSummary } from "../../../../../shared/contract/knowledge/documents.ts";
import { formatRelativeTime } from "../../../../../shared/format/relativeTime.ts";
import { Badge } from "../../../../../shared/ui/Badge.tsx";
import type { BadgeTone } from "../../../../../shared/ui/Badge.tsx";
import { IconButton } from "../../../../../shared/ui/IconButton.tsx";
import { safeHref } from "../../../../../shared/ui/safeHref.ts";
import { css } from "../../../../../shared/ui/style/css.ts";
import { ConfirmDialog } from "../../../../parts/ConfirmDialog.tsx";
import { describeDateTime } from "../../../../parts/describeMoment.ts";
import { useNow } from "../../../../parts/useNow.ts";
import { removeDocument } from "../../../../state/knowledge/documents.ts";
import { figuresStyle, rowStyle } from "../../Listing.tsx";
import type { SourcePlace } from "../../sourcePlace.ts";
import { describeCount } from "../../../../parts/describeNumber.ts";

interface DocumentRowProps {
  document: Snapshot<DocumentSummary>;
  place: SourcePlace;
  mayChange: boolean;
}

/** One document: what it is called here and there, whether answers use it, and why not. */
export function DocumentRow({ document, place, mayChange }: DocumentRowProps): ReactNode {
  const [isRemoving, setIsRemoving] = useState(false);
  const now = useNow();
  const { externalId, url, state, error, updatedAt } = document;
  const name = document.title ?? externalId;
  const href = safeHref(url ?? "");
  const { label, tone } = stateWords[state];
  return (
    <li className={rowStyle}>
      <div className={what}>
        {href ? (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {name}
            <ExternalLink size={13} aria-label="opens in a new tab" />
          </a>
        ) : (
          <strong>{name}</strong>
        )}
        {externalId !== name && <code>{externalId}</code>}
        {error && <p>{error}</p>}
      </div>
      <div className={figuresStyle}>
        <Badge tone={tone} hasDot>
          {label}
        </Badge>
        <span>
          {document.passages > 0 && `${describeCount(document.passages, "passage")} · `}
          {describeCount(document.characters, "character")}
        </span>
        <time dateTime={new Date(updatedAt).toISOString()} title={describeDateTime(updatedAt)}>
          {formatRelativeTime(updatedAt, now)}
        </time>
      </div>
      {mayChange && (
        <IconButton label={`Delete ${name}`} size="small" onClick={() => setIsRemoving(true)}>
          <Trash2 size={16} aria-hidden />
        </IconButton>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={`Delete “${name}”?`}
          confirmLabel="Delete"
          onConfirm={() => removeDocument({ ...place, documentId: document.id })}
          onClose={() => setIsRemoving(false)}
        >
          Answers stop using it. To get it back, push it again.
        </ConfirmDialog>
      )}
    </li>
  );
}

const stateWords: Record<DocumentSummary["state"], { label: string; tone: BadgeTone }> = {
  waiting: { label: "Waiting", tone: "neutral" },
  ready: { label: "Ready", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
};

const what = css`
  display: grid;
  justify-items: start;
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
  & > code {
    font: var(--ph-text-xs) / 1.6 var(--ph-mono);
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-danger-text);
  }
`;
