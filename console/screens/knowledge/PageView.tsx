import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { useSnapshot } from "valtio";
import { ExternalLink, RefreshCw } from "lucide-react";
import { kindHas, type SourceKind } from "../../../shared/domain/sourceKinds.ts";
import type { PageDetail } from "../../../shared/contract/knowledge/pages.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { safeHref } from "../../../shared/ui/safeHref.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { BackLink } from "../../parts/BackLink.tsx";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useKeptFocus } from "../../parts/useKeptFocus.ts";
import { useQuery } from "../../parts/useQuery.ts";
import {
  loadSourcePage,
  refreshSourcePage,
  sourcePage,
  switchPage,
} from "../../state/knowledge/sourcePage.ts";
import type { PagePlace } from "../../state/knowledge/sourcePage.ts";
import { PageBadges } from "./PageBadges.tsx";
import { PassageItem } from "./PassageItem.tsx";
import { describeUse } from "./pageWords.ts";
import { ReplacedEdit } from "./ReplacedEdit.tsx";
import { describeCount } from "../../parts/describeNumber.ts";

interface PageViewProps {
  place: PagePlace;
  kind: SourceKind;
  /** Another text where a sync may have changed the page. */
  changed: string;
  mayChange: boolean;
}

/** A page as the agent reads it: its passages in their order, what they are cited for, and what can be made of it. */
export function PageView({ place, kind, changed, mayChange }: PageViewProps): ReactNode {
  const resource = useSnapshot(sourcePage);
  const query = useQuery();
  const part = Math.max(1, Number(query.read("part")) || 1);
  const { orgId, agentId, sourceId, pageId } = place;
  const [tries, setTries] = useState(0);

  useEffect(() => {
    void loadSourcePage({ orgId, agentId, sourceId, pageId }, part);
  }, [orgId, agentId, sourceId, pageId, part, changed, tries]);

  const isOurs = resource.data?.page.id === pageId;
  const kept = useKeptFocus<HTMLElement>();
  return (
    <section {...kept} className={frame} aria-label="Page">
      <BackLink href={query.link({ shown: null, part: null })}>All pages</BackLink>
      <Loaded
        resource={isOurs ? resource : { ...resource, data: null }}
        skeleton={<Skeleton height="240px" />}
        needs="knowledge.read"
        onRetry={() => setTries(tries + 1)}
      >
        {({ page, passages }) => (
          <>
            <Head page={page} place={place} kind={kind} mayChange={mayChange} />
            {page.replacedEdits.map((edit) => (
              <ReplacedEdit key={edit.id} edit={edit} place={place} stretch={part} mayChange={mayChange} />
            ))}
            {passages.items.length === 0 ? (
              <p className={nothing}>The agent doesn’t use this page.</p>
            ) : (
              <ol className={list} aria-label="Passages">
                {passages.items.map((passage) => (
                  <PassageItem
                    key={passage.id}
                    passage={passage}
                    place={place}
                    stretch={part}
                    mayChange={mayChange}
                  />
                ))}
              </ol>
            )}
            <Pager page={passages.page} linkTo={(to) => query.link({ part: to > 1 ? String(to) : null })} />
          </>
        )}
      </Loaded>
    </section>
  );
}

interface HeadProps extends Omit<PageViewProps, "changed"> {
  page: Snapshot<PageDetail>;
}

function Head({ page, place, kind, mayChange }: HeadProps): ReactNode {
  const switching = useAction((enabled: boolean) => switchPage(place, enabled));
  const reading = useAction(async () => {
    await refreshSourcePage(place);
    showToast("The page is being read");
  });
  const href = safeHref(page.url ?? "");
  const failure = switching.error ?? reading.error;
  return (
    <header className={head}>
      <div>
        <h2>{page.title || page.fileName || page.url || "Untitled"}</h2>
        {href ? (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {page.url}
            <ExternalLink size={13} aria-label="opens in a new tab" />
          </a>
        ) : (
          page.fileName && <p>{page.fileName}</p>
        )}
        <p className={facts}>
          <PageBadges page={page} />
          <span>{describeCount(page.passages, "passage")}</span>
          <span>{describeCount(page.characters, "character")}</span>
          {page.publishedAt !== null && <span>Published {describeDateTime(page.publishedAt)}</span>}
          <span>Changed {describeDateTime(page.lastChangedAt)}</span>
          <span>Read {describeDateTime(page.lastFetchedAt)}</span>
          <span>{describeUse(page.use)}</span>
        </p>
        {page.error && <p data-bad="">{page.error}</p>}
      </div>
      {mayChange && (
        <div>
          {kindHas(kind, "rereadsPages") && (
            <Button isBusy={reading.isBusy} onClick={() => reading.run()}>
              <RefreshCw size={16} aria-hidden />
              Read again
            </Button>
          )}
          <label>
            <Toggle
              label="Answers use this page"
              isOn={page.enabled}
              onChange={(enabled) => void switching.run(enabled)}
            />
            <span aria-hidden="true">Answers use it</span>
          </label>
        </div>
      )}
      {failure && <ErrorNotice error={failure} />}
    </header>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: 12px 24px;
  & > div:first-child {
    display: grid;
    flex: 1 1 360px;
    gap: 4px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > div:not(:first-child) {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 12px 20px;
  }
  & h2 {
    font-size: var(--ph-text-l);
  }
  & a {
    width: fit-content;
    font-size: var(--ph-text-s);
    color: var(--ph-accent-text);
  }
  & a > svg {
    margin-inline-start: 6px;
    vertical-align: -1px;
  }
  & label {
    display: flex;
    align-items: center;
    gap: 10px;
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & p[data-bad] {
    font-size: var(--ph-text-s);
    color: var(--ph-danger-text);
  }
`;
const facts = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 14px;
  font-size: var(--ph-text-xs);
  color: var(--ph-text-2);
  font-variant-numeric: tabular-nums;
`;
const list = css`
  display: grid;
  gap: 12px;
  margin: 0;
  padding: 0;
  list-style: none;
`;
const nothing = css`
  padding: 32px 16px;
  text-align: center;
  color: var(--ph-text-2);
`;
