import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { ExternalLink, Eye, EyeOff, RefreshCw, Trash2 } from "lucide-react";
import type { SourcePage } from "../../../shared/contract/knowledge/knowledge.ts";
import { kindHas, type SourceKind } from "../../../shared/domain/sourceKinds.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { safeHref } from "../../../shared/ui/safeHref.ts";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { describeCount, describeNumber } from "../../parts/describeNumber.ts";
import { RowMenu } from "../../parts/RowMenu.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useNow } from "../../parts/useNow.ts";
import { removeSourcePage } from "../../state/knowledge/sourceDetail.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { refreshSourcePage, switchPage } from "../../state/knowledge/sourcePage.ts";
import { PageBadges } from "./PageBadges.tsx";
import { describeUse } from "./pageWords.ts";
import { figuresStyle, rowStyle } from "./Listing.tsx";
import type { SourcePlace } from "./sourcePlace.ts";

interface PageRowProps {
  page: Snapshot<SourcePage>;
  place: SourcePlace;
  kind: SourceKind;
  mayChange: boolean;
}

/** One page: where it is, how much of it is known, when it changed, how often it was cited, and why it was not read. */
export function PageRow({ page, place, kind, mayChange }: PageRowProps): ReactNode {
  const [isRemoving, setIsRemoving] = useState(false);
  const query = useQuery();
  const now = useNow();
  const { title, url, fileName, error, lastChangedAt, use } = page;
  const name = title || fileName || url || "Untitled";
  const href = safeHref(url ?? "");
  const pagePlace = { ...place, pageId: page.id };
  const switching = useAction(() => switchPage(pagePlace, !page.enabled));
  const reading = useAction(async () => {
    await refreshSourcePage(pagePlace);
    showToast(`${name} is being read`);
  });
  const failure = switching.error ?? reading.error;
  return (
    <li className={cx(rowStyle, !page.enabled && offStyle)}>
      <div className={what}>
        <Link href={query.link({ shown: page.id, part: null })}>{name}</Link>
        {href && (
          <a href={href} target="_blank" rel="noopener noreferrer">
            <ExternalLink size={13} aria-label={`Open ${name} in a new tab`} />
          </a>
        )}
        {(url ?? fileName) !== name && <p>{url ?? fileName}</p>}
        {error && <p data-bad="">{error}</p>}
        {failure && <p data-bad="">{failure.message}</p>}
      </div>
      <p className={figuresStyle}>
        <PageBadges page={page} />
        {page.characters > 0 && (
          <span>
            {describeCount(page.passages, "passage")} · {describeCount(page.characters, "character")}
          </span>
        )}
        <span title={describeUse(use)}>
          {use.cited > 0 ? `Cited ${describeNumber(use.cited)}×` : "Not cited yet"}
        </span>
        <time
          dateTime={new Date(lastChangedAt).toISOString()}
          title={`Changed ${describeDateTime(lastChangedAt)}, read ${describeDateTime(page.lastFetchedAt)}`}
        >
          {formatRelativeTime(lastChangedAt, now)}
        </time>
      </p>
      {mayChange && (
        <RowMenu
          label={`Actions for page ${name}`}
          actions={[
            page.enabled
              ? {
                  label: "Turn off",
                  icon: <EyeOff size={16} aria-hidden />,
                  onChoose: () => void switching.run(),
                }
              : {
                  label: "Turn on",
                  icon: <Eye size={16} aria-hidden />,
                  onChoose: () => void switching.run(),
                },
            ...(kindHas(kind, "rereadsPages")
              ? [
                  {
                    ...{ label: "Read again", icon: <RefreshCw size={16} aria-hidden /> },
                    onChoose: () => void reading.run(),
                  },
                ]
              : []),
            {
              ...{ label: "Delete", icon: <Trash2 size={16} aria-hidden />, isDanger: true },
              onChoose: () => setIsRemoving(true),
            },
          ]}
        />
      )}
      {isRemoving && (
        <ConfirmDialog
          title={`Delete “${name}”?`}
          confirmLabel="Delete"
          onConfirm={() => removeSourcePage(pagePlace)}
          onClose={() => setIsRemoving(false)}
        >
          Answers no longer cite it, and later syncs skip it.
        </ConfirmDialog>
      )}
    </li>
  );
}

const offStyle = css`
  & > div > a {
    color: var(--ph-text-2);
  }
`;
const what = css`
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
