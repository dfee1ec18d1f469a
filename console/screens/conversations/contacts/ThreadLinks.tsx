import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeMoment } from "../../../parts/describeMoment.ts";
import { inboxPath } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { inShownLayout } from "../../../state/conversations/inbox/shownLayout.ts";
import { statusNames } from "../inbox/choiceNames.ts";
import { surfaceNames } from "../../../parts/surfaceNames.ts";

interface ThreadLinksProps {
  place: AgentPlace;
  threads: readonly Snapshot<Thread>[];
}

/** Conversations of a person, each a way to it. */
export function ThreadLinks({ place, threads }: ThreadLinksProps): ReactNode {
  return (
    <ul className={list}>
      {threads.map(({ id, title: name, surface, status, lastActivityAt }) => (
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
  );
}

const list = css`
  margin: 0 -8px;
  padding: 0;
  list-style: none;
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
