import type { ReactNode } from "react";
import { formatDateTime } from "../../../shared/format/date.ts";
import { Avatar } from "../../../shared/ui/Avatar.tsx";
import { CopyButton } from "../../../shared/ui/CopyButton.tsx";
import { safeHref } from "../../../shared/ui/markdown/links.ts";
import { css } from "../../../shared/ui/style/css.ts";
import type { ShownThread } from "../../state/threads.ts";

/** What is known of the visitor and of the conversation. */
export function ThreadDetails({ thread }: { thread: ShownThread }): ReactNode {
  const { contact, page, surface, createdAt, lastActivityAt, handledBy, assignee, status } = thread;
  const href = safeHref(page?.url ?? "");
  return (
    <aside className={frame} aria-label="Details">
      <div>
        <Avatar name={contact.name} size={44} />
        <strong>{contact.name}</strong>
        <p>{contact.verified ? "Verified by your site" : "Anonymous visitor"}</p>
      </div>
      <dl>
        {page && (
          <>
            <dt>Page</dt>
            <dd>
              {href ? (
                <a href={href} target="_blank" rel="noopener noreferrer">
                  {page.title || page.url}
                </a>
              ) : (
                page.title || page.url
              )}
            </dd>
          </>
        )}
        <dt>Status</dt>
        <dd>{status === "open" ? "Open" : "Resolved"}</dd>
        <dt>Answered by</dt>
        <dd>{handledBy === "ai" ? "The agent" : (assignee?.name ?? "A person")}</dd>
        <dt>Came by</dt>
        <dd>{surface === "widget" ? "Chat widget" : surface}</dd>
        <dt>Began</dt>
        <dd>{formatDateTime(createdAt)}</dd>
        <dt>Last activity</dt>
        <dd>{formatDateTime(lastActivityAt)}</dd>
      </dl>
      <CopyButton text={location.href} label="Copy link to this conversation" />
    </aside>
  );
}

const frame = css`
  min-height: 0;
  padding: 20px 16px;
  overflow-y: auto;
  border-inline-start: 1px solid var(--ph-line);
  & > div {
    display: grid;
    justify-items: center;
    gap: 2px;
    padding-bottom: 18px;
    text-align: center;
  }
  & > div > strong {
    margin-top: 8px;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & p,
  & dt {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & dl {
    display: grid;
    gap: 2px;
    margin: 0 0 16px;
    padding-top: 14px;
    border-top: 1px solid var(--ph-line);
  }
  & dd {
    margin: 0 0 10px;
    overflow-wrap: anywhere;
  }
  & > button {
    width: 100%;
  }
`;
