import { useEffect, useLayoutEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css, cx } from "../../shared/ui/style/css.ts";
import { FloatingPart } from "../parts/FloatingPart.tsx";
import { arrangeFor, closeSidePanel, menu, noteScroll } from "../state/shell/menu.ts";
import { AgentNavigation } from "./AgentNavigation.tsx";
import { ConnectionBanner } from "./ConnectionBanner.tsx";
import type { FrameProps } from "./frame.ts";
import { mainId } from "./frame.ts";
import { TopBar } from "./TopBar.tsx";
import { useFocusOnChange } from "./useFocusOnChange.ts";
import { Shortcuts } from "./afterFirst.ts";
import { Attention, NewsBanners } from "./news.ts";
import { SidePanel, ScrollTop } from "./overlays.ts";

/** "Hides the sidebar on mobile and on paths containing /account/, /accept-invite or /create-ai-agent" (specification 2). */
const withoutSidebar = /\/account\/|\/accept-invite|\/create-ai-agent/;

/** The console bar around a screen: sidebar with the agents, top bar, and on phones a side panel. */
export function ConsoleFrame({ routes, path, children }: FrameProps): ReactNode {
  const hasSidebar = !withoutSidebar.test(path);
  const { isTopPanelVisible, isSidePanelVisible, scrollTopVisible } = useSnapshot(menu);
  const main = useFocusOnChange(path);
  useLayoutEffect(() => arrangeFor(path), [path]);
  useEffect(closeSidePanel, [path]);
  const goToTop = () => {
    main.current?.focus({ preventScroll: true });
    main.current?.scrollTo({ top: 0 });
  };
  return (
    <div className={cx(frame, hasSidebar && withSidebar)}>
      <a className={skip} href={`#${mainId}`}>
        Skip to content
      </a>
      {hasSidebar && (
        <aside className={sidebar} aria-label="Agents and menu">
          <AgentNavigation routes={routes} path={path} />
        </aside>
      )}
      <div className={column}>
        {isTopPanelVisible && <TopBar routes={routes} path={path} hasSidebar={hasSidebar} />}
        <ConnectionBanner />
        <FloatingPart resetOn={path} standIn={null}>
          <NewsBanners />
        </FloatingPart>
        <main
          ref={main}
          id={mainId}
          tabIndex={-1}
          className={mainStyle}
          onScroll={(event) => noteScroll(event.currentTarget.scrollTop)}
        >
          {children}
        </main>
        {scrollTopVisible && (
          <FloatingPart resetOn={path}>
            <ScrollTop onScrollTop={goToTop} />
          </FloatingPart>
        )}
      </div>
      <FloatingPart resetOn={path}>
        {isSidePanelVisible && <SidePanel routes={routes} path={path} />}
      </FloatingPart>
      <FloatingPart resetOn={path}>
        <Shortcuts routes={routes} path={path} />
      </FloatingPart>
      <FloatingPart resetOn={path}>
        <Attention path={path} />
      </FloatingPart>
    </div>
  );
}

const frame = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  height: 100dvh;
  background: var(--ph-canvas);
`;
const withSidebar = css`
  --start: 0;
  @media (min-width: 769px) {
    grid-template-columns: 256px minmax(0, 1fr);
  }
`;
const skip = css`
  position: fixed;
  z-index: 10;
  top: 8px;
  left: 8px;
  padding: 8px 16px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-raised);
  box-shadow: var(--ph-shadow-2);
  font-weight: 550;
  &:not(:focus) {
    clip-path: inset(50%);
  }
`;
const sidebar = css`
  min-height: 0;
  @media (max-width: 768px) {
    display: none;
  }
`;
const column = css`
  position: relative;
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  background: var(--ph-surface);
  @media (min-width: 769px) {
    margin: 8px 8px 8px var(--start, 8px);
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    overflow: hidden;
  }
`;
const mainStyle = css`
  position: relative;
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  outline: none;
  scroll-padding-block: 24px 96px;
`;
