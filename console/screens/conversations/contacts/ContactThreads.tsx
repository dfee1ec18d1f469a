import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { Thread } from "../../../../shared/contract/conversations.ts";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { detailsPart } from "../detailsPart.ts";
import { describeMoment } from "../../../parts/describeMoment.ts";
import type { ContactPlace } from "../../../state/contacts.ts";
import { inboxPath } from "../../../state/paths.ts";
import { inShownLayout } from "../../../state/shownLayout.ts";
import { statusNames, surfaceNames } from "../choiceNames.ts";

interface ContactThreadsProps {
  place: ContactPlace;
  threads: readonly Snapshot<Thread>[];
  total: number;
  /** The conversation beside which they stand. */
  threadId: string | undefined;
}

/** A person's conversations, the latest first, each a way to it. */
export function ContactThreads({ place, threads, total, threadId }: ContactThreadsProps): ReactNode {
  const others = threads.filter(({ id }) => id !== threadId);
  const title = threadId === undefined ? "Conversations" : "Other conversations";
  if (others.length === 0) return null;
  return (
    <section className={cx(detailsPart, list)} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {others.map(({ id, title: name, surface, status, lastActivityAt }) => (
          <li key={id}>
            <Link href={inShownLayout(`${inboxPath(place)}/${encodeURIComponent(id)}`)}>
              <bdi>{name || "Conversation"}</bdi>
              <small>
                {surfaceNames[surface] ?? surface} · {statusNames[status]} · {describeMoment(lastActivityAt)}
              </small>
            </Link>
          </li>
        ))}
      </ul>
      {total > threads.length && (
        <p>
          The latest {threads.length} of {total}.
        </p>
      )}
    </section>
  );
}

const list = css`
  gap: 4px;
  & ul {
    margin: 0 -8px;
    padding: 0;
    list-style: none;
  }
  & a {
    display: grid;
    gap: 1px;
    padding: 7px 8px;
    border-radius: var(--ph-radius-s);
    color: inherit;
    text-decoration: none;
  }
  & a:hover {
    background: var(--ph-hover);
  }
  & bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & small {
    color: var(--ph-text-2);
  }
`;
