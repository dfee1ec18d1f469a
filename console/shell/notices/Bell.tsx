import { Suspense, useEffect, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Bell as BellIcon } from "lucide-react";
import { css } from "../../../shared/ui/style/css.ts";
import { FallbackBoundary } from "../../parts/FallbackBoundary.tsx";
import { authentication } from "../../state/accounts/authentication.ts";
import { readWatchedRuns } from "../../state/evaluation/watchedRuns.ts";
import { closeNotices, notices, openNotices, readNotices } from "../../state/notifications/notices.ts";
import { NoticeList } from "../overlays.ts";

/** Keeps what toasts and alerts said, which are gone too soon for some; the list loads when it is opened. */
export function Bell(): ReactNode {
  const { user } = useSnapshot(authentication);
  const { items } = useSnapshot(notices);
  const [isOpen, setIsOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const userId = user?._id;

  useEffect(() => {
    if (!userId) return closeNotices();
    openNotices(userId);
    if (readWatchedRuns().length > 0)
      void import("../../parts/evaluation/watchRuns.ts").then(({ watchRuns }) => watchRuns());
  }, [userId]);
  useEffect(() => {
    const element = panel.current;
    const handleToggle = (event: Event) => {
      const isShown = (event as ToggleEvent).newState === "open"; // what toggle events are
      setIsOpen(isShown);
      if (!isShown) readNotices();
    };
    element?.addEventListener("toggle", handleToggle);
    return () => element?.removeEventListener("toggle", handleToggle);
  }, []);

  const unread = items.filter(({ isRead }) => !isRead).length;
  return (
    <>
      <button
        type="button"
        className={button}
        popoverTarget={id}
        aria-label={unread > 0 ? `Notifications, ${unread} new` : "Notifications"}
      >
        <BellIcon size={18} aria-hidden />
        {unread > 0 && <span aria-hidden="true">{unread}</span>}
      </button>
      <div ref={panel} id={id} popover="auto" className={panelStyle}>
        <FallbackBoundary resetOn={`${isOpen}`}>
          <Suspense>{isOpen && <NoticeList onLeave={() => panel.current?.hidePopover()} />}</Suspense>
        </FallbackBoundary>
      </div>
    </>
  );
}

const button = css`
  position: relative;
  display: grid;
  flex: none;
  place-items: center;
  width: 40px;
  height: 40px;
  padding: 0;
  border: 0;
  border-radius: 50%;
  background: none;
  color: var(--ph-text-2);
  cursor: pointer;
  &:hover {
    background: var(--ph-hover);
    color: var(--ph-text);
  }
  & > span {
    position: absolute;
    inset: 3px 2px auto auto;
    min-width: 16px;
    padding-inline: 4px;
    border-radius: 99px;
    background: var(--ph-danger);
    color: #fff;
    font-size: 10px;
    font-weight: 650;
    line-height: 16px;
  }
  @media (pointer: coarse) {
    width: 44px;
    height: 44px;
  }
`;
const panelStyle = css`
  inset: 62px 20px auto auto;
  width: min(380px, calc(100vw - 24px));
  max-height: min(560px, calc(100dvh - 80px));
  margin: 0;
  padding: 0;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-raised);
  color: var(--ph-text);
  box-shadow: var(--ph-shadow-2);
  @media (max-width: 768px) {
    inset-inline: auto 12px;
  }
`;
