import { useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { css } from "../../shared/ui/style/css.ts";
import { Choices } from "./Choices.tsx";
import { useMedia } from "./useMedia.ts";

interface WithPreviewProps {
  preview: ReactNode;
  /** It takes no more than a panel needs, where there is more to set than to see. */
  isSlim?: boolean;
  /** The settings. */
  children: ReactNode;
}

type View = "settings" | "preview";

/**
 * Settings with the chat beside them. Where both don't fit side by side, one is shown, and the chat is only loaded once
 * somebody wants to see it.
 */
export function WithPreview({ preview, isSlim, children }: WithPreviewProps): ReactNode {
  const fits = useMedia("(min-width: 1181px)");
  const [view, setView] = useState<View>("settings");
  const [wasShown, setWasShown] = useState(fits);
  const frame = useRef<HTMLDivElement>(null);
  /** How far the settings were scrolled when they were left. */
  const scrolled = useRef(0);
  if (!wasShown && (fits || view === "preview")) setWasShown(true);

  const scroller = () => frame.current?.closest("main");
  const show = (next: View) => {
    if (next === "preview") scrolled.current = scroller()?.scrollTop ?? 0;
    setView(next);
  };
  useLayoutEffect(() => {
    if (view === "settings") scroller()?.scrollTo?.({ top: scrolled.current });
  }, [view]);

  return (
    <div ref={frame} className={frameStyle}>
      <div className={choice}>
        <Choices
          label="Shown"
          value={view}
          onChange={show}
          options={[
            { value: "settings", label: "Settings" },
            { value: "preview", label: "Preview" },
          ]}
        />
      </div>
      <div className={columns} data-view={view} data-slim={isSlim || undefined}>
        <div>{children}</div>
        <div>{wasShown && preview}</div>
      </div>
    </div>
  );
}

const frameStyle = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
/** The preview stays, out of sight, so that the conversation does; without a place in the layout its frame would not draw. */
const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1.25fr);
  align-items: start;
  gap: 24px;
  min-width: 0;
  &[data-slim] {
    grid-template-columns: minmax(0, 1fr) 320px;
    gap: 32px;
  }
  & > div {
    min-width: 0;
  }
  & > div:last-child {
    position: sticky;
    top: 24px;
  }
  @media (max-width: 1180px) {
    position: relative;
    &,
    &[data-slim] {
      grid-template-columns: minmax(0, 1fr);
    }
    & > div:last-child {
      position: static;
    }
    &[data-view="settings"] > div:last-child {
      position: absolute;
      left: -300vw;
      width: 100%;
      visibility: hidden;
    }
    &[data-view="preview"] > div:first-child {
      display: none;
    }
  }
`;
const choice = css`
  display: none;
  @media (max-width: 1180px) {
    /* Settings are long: the way to the preview stays at hand. */
    position: sticky;
    top: 8px;
    z-index: 4;
    display: block;
    width: fit-content;
    border-radius: var(--ph-radius-s);
    box-shadow: var(--ph-shadow-2);
  }
`;
