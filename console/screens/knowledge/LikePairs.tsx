import { Fragment, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { Hygiene, LikePassage, LikePassages } from "../../../shared/contract/knowledge/hygiene.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { describeCount } from "../../parts/describeNumber.ts";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useKeptFocus } from "../../parts/useKeptFocus.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { ignorePair, likePassages, loadLikePassages, switchPageOff } from "../../state/knowledge/hygiene.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { markWords } from "./markWords.ts";

interface LikePairsProps {
  place: AgentPlace;
  /** Null until it is known. */
  check: Snapshot<Hygiene> | null;
}

/** Pairs of passages on different pages that say the same or nearly so, side by side, with what differs marked. */
export function LikePairs({ place, check }: LikePairsProps): ReactNode {
  const resource = useSnapshot(likePassages);
  const query = useQuery();
  const { orgId, agentId } = place;
  const isIgnored = query.read("ignored") === "yes";
  const page = Math.max(1, Number(query.read("page")) || 1);
  const isUnderWay = check?.state === "queued" || check?.state === "running";
  const [tries, setTries] = useState(0);
  const kept = useKeptFocus<HTMLDivElement>();

  useEffect(() => {
    void loadLikePassages({ orgId, agentId }, { isIgnored, page });
  }, [orgId, agentId, isIgnored, page, isUnderWay, tries]);

  return (
    <div {...kept} className={frame}>
      <FilterLinks
        label="Pairs"
        value={isIgnored ? "yes" : ""}
        options={[
          { value: "", label: "To review" },
          { value: "yes", label: "Ignored" },
        ]}
        linkTo={(ignored) => query.link({ ignored, page: null })}
      />
      <Loaded
        resource={resource}
        skeleton={<Skeleton height="180px" />}
        needs="knowledge.read"
        onRetry={() => setTries(tries + 1)}
      >
        {(data) => (
          <>
            {data.items.length === 0 && <p>{describeNone(check, isIgnored)}</p>}
            <ul className={list} aria-label="Duplicate passages">
              {data.items.map((pair) => (
                <Pair key={pair.id} pair={pair} place={place} onDone={() => setTries((count) => count + 1)} />
              ))}
            </ul>
            <Pager page={data.page} linkTo={(to) => query.link({ page: to > 1 ? String(to) : null })} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function describeNone(check: Snapshot<Hygiene> | null, isIgnored: boolean): string {
  if (isIgnored) return "No ignored pairs.";
  return check?.checkedAt == null ? "" : "No near-identical passages.";
}

interface PairProps {
  pair: Snapshot<LikePassages>;
  place: AgentPlace;
  onDone: () => void;
}

function Pair({ pair, place, onDone }: PairProps): ReactNode {
  const { id: pairId, likeness, copies, isIgnored, first, second } = pair;
  const ignoring = useAction(async () => {
    await ignorePair({ ...place, pairId }, !isIgnored);
    onDone();
  });
  const [left, right] = markWords(first.text, second.text);
  return (
    <li>
      <header>
        <Badge tone={copies > 0 ? "neutral" : "warning"}>
          {copies > 0 ? `Identical on ${describeCount(copies, "page")}` : `${likeness}% the same`}
        </Badge>
        {mayDo("knowledge.update") && (
          <Button size="small" kind="quiet" isBusy={ignoring.isBusy} onClick={() => void ignoring.run()}>
            {isIgnored ? "Review again" : "Ignore this pair"}
          </Button>
        )}
      </header>
      {ignoring.error && <p data-bad="">{ignoring.error.message}</p>}
      <div className={sides}>
        <Side side={first} place={place} onDone={onDone} words={left} />
        <Side side={second} place={place} onDone={onDone} words={right} />
      </div>
    </li>
  );
}

/** A text of this many characters may be longer than its box. */
const longText = 300;

interface SideProps {
  side: Snapshot<LikePassage>;
  place: AgentPlace;
  words: ReturnType<typeof markWords>[number];
  onDone: () => void;
}

function Side({ side, place, words, onDone }: SideProps): ReactNode {
  const query = useQuery();
  const { pageId, sourceId, sourceName, title, headings } = side;
  const name = title || side.url || "Untitled";
  const switching = useAction(async () => {
    await switchPageOff({ ...place, sourceId, pageId });
    showToast(`${name} turned off`);
    onDone();
  });
  const opened = { hygiene: null, ignored: null, page: null, source: sourceId, shown: pageId };
  const isLong = words.reduce((length, { text }) => length + text.length, 0) > longText;
  return (
    <article aria-label={name}>
      <p>
        <Link href={query.link(opened)}>{name}</Link>
        <small>{[sourceName, ...headings].filter((part) => part !== name).join(" · ")}</small>
      </p>
      {/* What scrolls can be reached by key. */}
      <p {...(isLong && { role: "group", "aria-label": "Passage text", tabIndex: 0 })}>
        {words.map(({ text, isOwn }, at) =>
          isOwn ? (
            <Fragment key={at}>
              {/^\s*/.exec(text)?.[0]}
              <mark>{text.trimStart()}</mark>
            </Fragment>
          ) : (
            text
          ),
        )}
      </p>
      {switching.error && <p data-bad="">{switching.error.message}</p>}
      {mayDo("knowledge.update") && (
        <Button
          size="small"
          isBusy={switching.isBusy}
          aria-label={`Turn off page: ${name}`}
          onClick={() => void switching.run()}
        >
          Turn off page
        </Button>
      )}
    </article>
  );
}

/** Its parts are in the page as if it were not there. */
const frame = css`
  display: contents;
`;
const list = css`
  display: grid;
  gap: 16px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    gap: 10px;
    padding: 14px 16px 16px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    background: var(--ph-surface);
  }
  & header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 6px 12px;
  }
  & header > button {
    margin-inline-start: auto;
  }
  & [data-bad] {
    font-size: var(--ph-text-s);
    color: var(--ph-danger-text);
  }
`;
const sides = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 12px;
  @media (max-width: 720px) {
    grid-template-columns: minmax(0, 1fr);
  }
  & > article {
    display: grid;
    grid-template-rows: auto 1fr auto;
    gap: 8px;
    justify-items: start;
    padding: 12px;
    border-radius: var(--ph-radius-s);
    background: var(--ph-sunken);
    font-size: var(--ph-text-s);
    overflow-wrap: anywhere;
  }
  & a {
    font-weight: 550;
    color: var(--ph-text);
  }
  & small {
    display: block;
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  & p:nth-child(2) {
    max-height: 320px;
    overflow: auto;
    white-space: pre-wrap;
    line-height: 1.55;
  }
  & mark {
    border-radius: 3px;
    background: var(--ph-warning-soft);
    color: var(--ph-text);
    font-weight: 550;
  }
`;
