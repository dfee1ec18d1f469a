import { Fragment, useEffect } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import type { FoundThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import { Avatar } from "../../../../shared/ui/Avatar.tsx";
import { buttonClass } from "../../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { plural } from "../../../../shared/words/language.ts";
import { describeDateTime, describeMoment } from "../../../parts/describeMoment.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { rowMark } from "../../../parts/walkRows.ts";
import { allAgents } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import {
  findMoreThreads,
  findThreads,
  foundThreads,
  nameSearch,
} from "../../../state/conversations/inbox/threadSearch.ts";
import { clearSelection } from "../../../state/conversations/inbox/threadSelection.ts";
import type { ThreadView } from "../../../state/conversations/threads/threads.ts";
import { filterNames, linkToThread } from "./filters.ts";
import { FoundContacts } from "./FoundContacts.tsx";
import { noFilters } from "./noFilters.ts";
import { ThreadBox } from "./ThreadBox.tsx";
import { rowStyle } from "./ThreadRow.tsx";
import { MoreThreads } from "./MoreThreads.tsx";
import { ListSkeleton } from "./ListSkeleton.tsx";

/** The search reached its limit: there may be more. */
const onlyNewest = "Only the newest messages that match were searched";

interface FoundThreadsProps {
  place: AgentPlace;
  view: ThreadView;
  search: string;
  openId: string | undefined;
}

/** The conversations in which something was said, each with the sentence; it opens where that stands. */
export function FoundThreads({ place, view, search, openId }: FoundThreadsProps): ReactNode {
  const { orgId, agentId } = place;
  const resource = useSnapshot(foundThreads);
  const isOfAll = agentId === allAgents;
  const openMessageId = useQuery().read("message");
  const wanted = { ...place, view, search };
  const data = resource.data?.of === nameSearch(wanted) ? resource.data : null;
  const more = useAction(() => findMoreThreads(wanted));
  useEffect(() => void findThreads({ orgId, agentId, view, search }), [orgId, agentId, view, search]);
  // What was chosen is of the list that no longer shows; and later of this one.
  useEffect(() => {
    clearSelection();
    return clearSelection;
  }, []);
  return (
    <>
      {!isOfAll && <FoundContacts key={search} place={place} search={search} />}
      <Loaded
        resource={{ ...resource, data }}
        skeleton={<ListSkeleton />}
        needs="conversations.read"
        onRetry={() => findThreads(wanted)}
      >
        {({ items, total, isCut }) =>
          items.length === 0 ? (
            <NothingFound view={view} isCut={isCut} />
          ) : (
            <>
              <p role="status" className={counted}>
                {isCut && "At least "}
                {plural(total, { one: "{count} conversation", other: "{count} conversations" })}
                {isCut && `. ${onlyNewest}: another word or a filter finds older ones.`}
              </p>
              <ul>
                {items.map((found) => (
                  <FoundRow
                    key={found.thread.id}
                    found={found}
                    place={place}
                    isOpen={found.thread.id === openId && found.match.messageId === openMessageId}
                  />
                ))}
              </ul>
              <MoreThreads reading={more} isMore={items.length < total} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function NothingFound({ view, isCut }: { view: ThreadView; isCut: boolean }): ReactNode {
  const query = useQuery();
  const isNarrowed = view.queue !== "all" || filterNames.some((name) => query.read(name));
  const everywhere = { ...noFilters, queue: null, view: null };
  return (
    <EmptyState
      title={isCut ? "Nothing found among the newest messages" : "No results"}
      action={
        isNarrowed && (
          <Link href={query.link(everywhere)} className={buttonClass("secondary")}>
            Search all conversations
          </Link>
        )
      }
    >
      {whyNothing({ isCut, isNarrowed })}
    </EmptyState>
  );
}

function whyNothing({ isCut, isNarrowed }: { isCut: boolean; isNarrowed: boolean }): string {
  if (isCut)
    return `${onlyNewest}. None of them is in this queue, with the current filters. Try another word.`;
  if (isNarrowed) return "Only this queue was searched, with the current filters.";
  return "All words must be in one message, or in a visitor’s name or address. Try fewer words.";
}

interface FoundRowProps {
  found: Snapshot<FoundThread>;
  place: AgentPlace;
  isOpen: boolean;
}

function FoundRow({ found: { thread, match }, place, isOpen }: FoundRowProps): ReactNode {
  const { name } = thread.contact;
  const who = { assistant: "Agent: ", support: `${match.author ?? "Team"}: ` }[match.role] ?? "";
  return (
    <li className={cx(rowStyle, said)}>
      <Link
        href={linkToThread(place, thread.id, match.messageId)}
        aria-current={isOpen ? "true" : undefined}
        {...{ [rowMark]: thread.id }}
      >
        <Avatar name={name} size={36} />
        <span>
          <strong dir="auto">{name}</strong>
          <time dateTime={new Date(match.at).toISOString()} title={describeDateTime(match.at)}>
            {describeMoment(match.at)}
          </time>
          <span dir="auto">
            {who}
            {drawMarks(match)}
          </span>
        </span>
      </Link>
      {place.agentId === allAgents ? null : <ThreadBox id={thread.id} name={name} />}
    </li>
  );
}

function drawMarks({ text, marks }: Snapshot<FoundThread>["match"]): ReactNode {
  const last = marks.at(-1);
  return (
    <>
      {marks.map(({ from, to }, index) => (
        <Fragment key={from}>
          {text.slice(marks[index - 1]?.to ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(last?.to ?? 0)}
    </>
  );
}

const counted = css`
  padding: 10px 16px 0;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
const said = css`
  & > a > span:last-child > span {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  & mark {
    border-radius: 3px;
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
    font-weight: 600;
  }
  & > a[aria-current] mark {
    background: none;
    text-decoration: underline;
  }
`;
