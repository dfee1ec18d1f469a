import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { useSnapshot } from "valtio";
import type { VisitorThread } from "../../shared/contract/conversations/conversations.ts";
import { formatRelativeTime } from "../../shared/format/relativeTime.ts";
import { Avatar } from "../../shared/ui/Avatar.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import { Icon } from "../../shared/ui/Icon.tsx";
import { alert } from "../../shared/ui/firstIconPaths.ts";
import { chat as bubble, newChat } from "../../shared/ui/iconPaths.ts";
import { Notice } from "../../shared/ui/Notice.tsx";
import { Skeleton } from "../../shared/ui/Skeleton.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../shared/ui/style/visuallyHidden.ts";
import { language, plural } from "../../shared/words/language.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { sayLater } from "../session/laterWords.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";
import { AgentMark } from "./AgentMark.tsx";

/** The visitor's conversations, the latest first. */
export function HistoryView(): ReactNode {
  const { history } = useSnapshot(chat);
  const actions = useActions();
  const { items, isLoading, hasFailed, hasMore } = history;
  const handleNew = (): void => {
    actions.startNew();
    actions.showChat();
  };
  return (
    <main className={screen} aria-busy={isLoading || undefined}>
      {items.length > 0 && (
        <ul>
          {items.map((thread) => (
            <li key={thread.id}>
              <ThreadRow thread={thread} />
            </li>
          ))}
        </ul>
      )}
      {isLoading && <LoadingRows />}
      {hasFailed && (
        <Notice
          isAlert
          icon={<Icon path={alert} />}
          title={sayLater().historyFailed}
          action={<Button onClick={() => void actions.loadHistory()}>{widgetWords.retry}</Button>}
        />
      )}
      {!isLoading && !hasFailed && items.length === 0 && (
        <Notice icon={<Icon path={bubble} />} title={sayLater().historyEmpty} />
      )}
      {hasMore && !isLoading && !hasFailed && (
        <Button kind="quiet" onClick={() => void actions.loadHistory()}>
          {widgetWords.more}
        </Button>
      )}
      <div className={foot}>
        <Button kind="primary" icon={<Icon path={newChat} />} onClick={handleNew}>
          {widgetWords.newConversation}
        </Button>
      </div>
    </main>
  );
}

function ThreadRow({ thread }: { thread: Snapshot<VisitorThread> }): ReactNode {
  const { configuration } = useSnapshot(chat);
  const actions = useActions();
  const { id, title, assigneeName, lastMessage, lastActivityAt, unread } = thread;
  return (
    <button type="button" onClick={() => void actions.openConversation(id)}>
      <span aria-hidden="true">
        {assigneeName ? (
          <Avatar name={assigneeName} size={36} />
        ) : (
          <AgentMark icon={configuration?.icon ?? ""} />
        )}
      </span>
      <span>
        <b dir="auto" data-unread={unread > 0 || undefined}>
          {title || widgetWords.conversation}
        </b>
        {lastMessage && (
          <span dir="auto">
            {lastMessage.role === "user" ? `${widgetWords.you}: ` : ""}
            {lastMessage.text}
          </span>
        )}
      </span>
      <span>
        <time dateTime={new Date(lastActivityAt).toISOString()}>
          {formatRelativeTime(lastActivityAt, Date.now(), { locale: language(), style: "narrow" })}
        </time>
        {unread > 0 && (
          <>
            <i aria-hidden="true">{unread.toLocaleString(language())}</i>
            <span className={visuallyHidden}>{plural(unread, widgetWords.unread)}</span>
          </>
        )}
      </span>
    </button>
  );
}

function LoadingRows(): ReactNode {
  return (
    <div className={loading} role="status" aria-label={widgetWords.loading}>
      {["70%", "52%", "64%"].map((width) => (
        <div key={width}>
          <Skeleton width="36px" height="36px" />
          <div>
            <Skeleton width={width} height="14px" />
            <Skeleton width="86%" height="12px" />
          </div>
        </div>
      ))}
    </div>
  );
}

const screen = css`
  display: flex;
  flex-direction: column;
  grid-row: 2 / 4;
  overflow-y: auto;
  padding: 8px;
  scrollbar-width: thin;
  scrollbar-color: var(--ph-line-2) transparent;
  & > * {
    flex: none;
    width: 100%;
    max-width: var(--ph-column);
    margin-inline: auto;
  }
  & > ul {
    padding: 0;
    list-style: none;
  }
  & li > button {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 12px;
    width: 100%;
    padding: 11px 10px;
    border: 0;
    border-radius: min(var(--ph-radius), 14px);
    background: none;
    font-size: var(--ph-text-m);
    line-height: 1.4;
    text-align: start;
    cursor: pointer;
  }
  & li > button:hover {
    background: var(--ph-hover);
  }
  & li > button:focus-visible {
    outline-offset: -2px;
  }
  & b,
  & b + span {
    display: block;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  & b {
    font-weight: 550;
  }
  & b[data-unread] {
    font-weight: 700;
  }
  & b + span {
    color: var(--ph-text-3);
    font-size: var(--ph-text-s);
  }
  & li > button > :last-child {
    display: grid;
    justify-items: end;
    align-content: start;
    gap: 4px;
  }
  & time {
    color: var(--ph-text-3);
    font-size: var(--ph-text-xs);
    line-height: 1.6;
    white-space: nowrap;
  }
  & i {
    min-width: 20px;
    padding-inline: 6px;
    border-radius: 99px;
    background: var(--ph-accent);
    color: var(--ph-on-accent);
    font-size: 0.6875rem;
    font-style: normal;
    font-weight: 650;
    line-height: 20px;
    text-align: center;
  }
`;
const foot = css`
  position: sticky;
  bottom: -8px;
  display: grid;
  justify-content: center;
  margin-top: auto !important;
  padding: 12px 0 max(12px, env(safe-area-inset-bottom));
  pointer-events: none;
  & > button {
    border-radius: 99px;
    box-shadow: var(--ph-shadow-2);
    pointer-events: auto;
  }
`;
const loading = css`
  & > div {
    display: flex;
    gap: 12px;
    padding: 11px 10px;
  }
  & > div > div {
    display: grid;
    flex: 1;
    align-content: center;
    gap: 8px;
  }
`;
