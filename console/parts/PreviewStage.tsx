import type { ReactNode, Ref } from "react";
import type { WidgetSettings } from "../../shared/contract/surfaces/surfaces.ts";
import { css } from "../../shared/ui/style/css.ts";
import { siteSize } from "./previewChoices.ts";
import type { PreviewMode } from "./previewChoices.ts";
import { launcherHeight, PreviewLauncher } from "./PreviewLauncher.tsx";

interface PreviewStageProps {
  mode: PreviewMode;
  settings: WidgetSettings;
  scheme: "light" | "dark" | "auto";
  isOpen: boolean;
  /** Without it nothing stands on the site. */
  hasLauncher: boolean;
  onOpen: (isOpen: boolean) => void;
  launcher: Ref<HTMLButtonElement>;
  /** The chat itself: it stays the same element in every mode, so that the conversation does. */
  children: ReactNode;
}

/** Between launcher and panel, and between panel and the window's top, as the embed has them. */
const gap = 12;
const topGap = 20;

/** Puts the chat where it will stand: it is the whole picture, or a panel over the launcher of a site. */
export function PreviewStage(props: PreviewStageProps): ReactNode {
  const { mode, settings, scheme, isOpen, hasLauncher, onOpen, launcher, children } = props;
  const isBubble = mode === "bubble";
  return (
    <div className={stage} data-ph-scheme={scheme}>
      {isBubble && <MockSite />}
      <div
        className={panel}
        hidden={isBubble && !(isOpen && hasLauncher)}
        data-bubble={isBubble || undefined}
        style={isBubble ? placePanel(settings) : undefined}
      >
        {children}
      </div>
      {isBubble && hasLauncher && (
        <PreviewLauncher
          ref={launcher}
          settings={settings}
          isOpen={isOpen}
          onToggle={() => onOpen(!isOpen)}
        />
      )}
    </div>
  );
}

function placePanel({ position, offsetX, offsetY, panelWidth, panelHeight }: WidgetSettings) {
  const { width, height } = siteSize;
  const bottom = offsetY + launcherHeight + gap;
  return {
    [position]: offsetX,
    bottom,
    width: Math.min(panelWidth, width - 2 * offsetX),
    height: Math.min(panelHeight, height - bottom - topGap),
  };
}

/** A page that could be anybody's. */
function MockSite(): ReactNode {
  return (
    <div className={site} aria-hidden="true">
      <header>
        <i />
        <span />
        <span />
        <span />
      </header>
      <section>
        <b />
        <b />
        <span />
        <span />
        <em />
      </section>
      <footer>
        <i />
        <i />
        <i />
      </footer>
    </div>
  );
}

const stage = css`
  position: absolute;
  inset: 0;
  background: var(--ph-surface);
  color: var(--ph-text);
`;
const panel = css`
  position: absolute;
  inset: 0;
  overflow: hidden;
  &[data-bubble] {
    inset: auto;
    border-radius: 16px;
    box-shadow:
      0 0 0 1px var(--ph-line),
      var(--ph-shadow-3);
  }
`;
const site = css`
  position: absolute;
  inset: 0;
  & > header {
    display: flex;
    align-items: center;
    gap: 28px;
    height: 72px;
    padding: 0 40px;
    border-bottom: 1px solid var(--ph-line);
  }
  & > header > i {
    width: 120px;
    height: 20px;
    margin-inline-end: auto;
    border-radius: 4px;
    background: var(--ph-line-2);
  }
  & > header > span {
    width: 64px;
    height: 10px;
    border-radius: 5px;
    background: var(--ph-line);
  }
  & > section {
    display: grid;
    align-content: start;
    gap: 18px;
    padding: 64px 40px 56px;
  }
  & > section > b {
    width: 340px;
    height: 34px;
    border-radius: 6px;
    background: var(--ph-line-2);
  }
  & > section > b + b {
    width: 250px;
  }
  & > section > span {
    width: 310px;
    height: 12px;
    border-radius: 6px;
    background: var(--ph-line);
  }
  & > section > span + span {
    width: 270px;
  }
  & > section > em {
    width: 148px;
    height: 44px;
    margin-top: 12px;
    border-radius: 8px;
    background: var(--ph-line-2);
  }
  & > footer {
    display: grid;
    grid-template-columns: repeat(3, 1fr);
    gap: 20px;
    padding: 0 40px;
  }
  & > footer > i {
    height: 300px;
    border: 1px solid var(--ph-line);
    border-radius: 10px;
    background: var(--ph-canvas);
  }
`;
