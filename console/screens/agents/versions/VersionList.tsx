import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { History } from "lucide-react";
import type { AnswerOf } from "../../../../shared/contract/call.ts";
import type { listVersions, Version } from "../../../../shared/contract/agents/versions.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { framedList } from "../../../parts/framedList.ts";
import { Pager } from "../../../parts/Pager.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { rowMark } from "../../../parts/walkRows.ts";
import { describeSummary, reasonNames } from "./versionWords.ts";

/** The versions, newest first; each leads to its comparison with the draft. */
export function VersionList({ list }: { list: Snapshot<AnswerOf<typeof listVersions>> }): ReactNode {
  const query = useQuery();
  return (
    <div className={frame}>
      <ol className={cx(framedList, rows)} reversed>
        {list.items.map((version) => (
          <li key={version.version}>
            <Link href={query.link({ version: String(version.version) })} {...{ [rowMark]: "" }}>
              <VersionLine version={version} />
            </Link>
          </li>
        ))}
      </ol>
      <Pager page={list.page} linkTo={(page) => query.link({ page: String(page) })} />
    </div>
  );
}

function VersionLine({ version }: { version: Snapshot<Version> }): ReactNode {
  const { reason, note, isPublic, summary, createdAt, createdBy } = version;
  return (
    <>
      <span className={number}>
        <History size={15} aria-hidden />
        {version.version}
      </span>
      <span className={about}>
        <strong>
          {reason === "publish" ? note || "Published" : reasonNames[reason]}
          {isPublic && <Badge tone="success">Public</Badge>}
        </strong>
        <small>
          {[
            reason !== "publish" && note,
            version.version === 1 ? "The first version" : describeSummary(summary),
          ]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </span>
      <span className={by}>
        {createdBy ?? "Somebody who left"}
        <time dateTime={new Date(createdAt).toISOString()}>{describeDateTime(createdAt)}</time>
      </span>
    </>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
`;
const rows = css`
  & a {
    display: grid;
    grid-template-columns: 52px minmax(0, 1fr) auto;
    align-items: center;
    gap: 4px 16px;
    min-height: 60px;
    padding: 10px 16px;
    color: inherit;
    text-decoration: none;
  }
  & a:hover {
    background: var(--ph-hover);
  }
  & a:focus-visible {
    outline-offset: -3px;
  }
  @media (max-width: 600px) {
    & a {
      grid-template-columns: 44px minmax(0, 1fr);
    }
  }
`;
const number = css`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: var(--ph-text-2);
  font-variant-numeric: tabular-nums;
  font-weight: 550;
`;
const about = css`
  display: grid;
  gap: 2px;
  min-width: 0;
  & strong {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    overflow-wrap: anywhere;
  }
`;
const by = css`
  display: grid;
  justify-items: end;
  font-size: var(--ph-text-s);
  & time {
    color: var(--ph-text-2);
    font-size: var(--ph-text-xs);
    font-variant-numeric: tabular-nums;
  }
  @media (max-width: 600px) {
    grid-column: 2;
    justify-items: start;
  }
`;
