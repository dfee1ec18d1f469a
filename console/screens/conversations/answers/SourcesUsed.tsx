import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { plural } from "../../../../shared/words/language.ts";
import { conversation } from "../../../state/conversations/threads/conversation.ts";
import type { ShownMessage, ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { isInboxOnly } from "../../../state/conversations/inbox/isInboxOnly.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { isRowsPage } from "../../../../shared/domain/citedRows.ts";
import { agentTabPath, paths } from "../../../state/shell/paths.ts";
import { loadSharedSources, sharedSources } from "../../../state/knowledge/sharedSources.ts";
import { detailsPart } from "../threads/detailsPart.ts";

/** The pages that the agent's answers cite, most cited first, each a way to what it says. */
export function SourcesUsed({ place }: { place: ThreadPlace }): ReactNode {
  const { orgId, agentId } = place;
  const { messages, hasMore, hasNewer } = useSnapshot(conversation);
  const shared = useSnapshot(sharedSources).data;
  const pages = countCited(messages);
  // Where they are kept, the page is found; members without access see only its name.
  const mayLook = mayDo("knowledge.read") && !isInboxOnly();
  const isAsked = mayLook && pages.length > 0 && shared?.of !== agentId;
  useEffect(() => {
    if (isAsked) void loadSharedSources({ orgId, agentId });
  }, [isAsked, orgId, agentId]);
  if (pages.length === 0) return null;
  const linkTo = ({ sourceId, pageId }: CitedPage) => {
    if (isRowsPage(pageId))
      return agentTabPath({ orgId, agentId, tab: `integrations/collections/${sourceId}` });
    const isShared = shared?.of === agentId && shared.items.some(({ id }) => id === sourceId);
    const sources = isShared
      ? paths.sharedSources(orgId)
      : agentTabPath({ orgId, agentId, tab: "datasources" });
    return `${sources}?${new URLSearchParams({ source: sourceId, shown: pageId })}`;
  };
  return (
    <section className={cx(detailsPart, list)} aria-label="Sources used">
      <h3>Sources used</h3>
      <ul>
        {pages.map((page) => (
          <li key={page.pageId}>
            {mayLook ? (
              <Link href={linkTo(page)}>
                <bdi>{page.title}</bdi>
              </Link>
            ) : (
              <bdi>{page.title}</bdi>
            )}
            <small>{plural(page.answers, answerWords)}</small>
          </li>
        ))}
      </ul>
      {(hasMore || hasNewer) && <p>As far as the messages are read here.</p>}
    </section>
  );
}

const answerWords = { one: "{count} answer", other: "{count} answers" };

interface CitedPage {
  pageId: string;
  sourceId: string;
  title: string;
  answers: number;
}

/** Counts for each page how many answers cite it, however often one does. */
function countCited(messages: readonly ShownMessage[]): CitedPage[] {
  const pages = new Map<string, CitedPage>();
  for (const { citations } of messages) {
    // As it is called in the newest answer.
    for (const [pageId, { sourceId, title }] of new Map(citations.map((one) => [one.pageId, one]))) {
      const answers = (pages.get(pageId)?.answers ?? 0) + 1;
      pages.set(pageId, { pageId, sourceId, title: title || "Untitled", answers });
    }
  }
  return [...pages.values()].toSorted((one, other) => other.answers - one.answers);
}

const list = css`
  & ul {
    display: grid;
    gap: 8px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    display: grid;
    gap: 1px;
    overflow-wrap: anywhere;
  }
  & li > a {
    display: flex;
    align-items: center;
    min-height: 24px;
  }
  & small,
  & p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
