import type { ReactNode, Ref } from "react";
import type { WidgetSettings } from "../../shared/contract/surfaces/surfaces.ts";
import { launcherIcons } from "../../shared/frame/launcherIcons.ts";
import { deriveAccent } from "../../shared/ui/style/accent.ts";
import { css } from "../../shared/ui/style/css.ts";
import { launcherWords } from "../../shared/words/embed.ts";

interface PreviewLauncherProps {
  ref?: Ref<HTMLButtonElement>;
  settings: WidgetSettings;
  isOpen: boolean;
  /** Omitted for a preview without interaction. */
  onToggle?: () => void;
  /** Stands in place of the suggestions. */
  children?: ReactNode;
}

/** The launcher's own height on a site, in px. */
export const launcherHeight = 56;

/** The launcher as a site shows it: the embed's own can't be drawn here, because it belongs to a stranger's page. */
export function PreviewLauncher(props: PreviewLauncherProps): ReactNode {
  const { ref, settings, isOpen, onToggle, children } = props;
  const { primary, position, offsetX, offsetY, launcherLabel, launcherIcon } = settings;
  // On a site its icon is white or black by itself, and its lines are light on every page.
  const accent = deriveAccent(primary, "light");
  const colors = { background: accent?.accent, color: accent?.["on-accent"] };
  const lines = settings.minimisedSuggestions.filter((line) => line.trim());
  return (
    <div className={frame} data-position={position} style={{ [position]: offsetX, bottom: offsetY }}>
      {/* On a site they go for good once the chat was opened; here they can be looked at while they are typed. */}
      {children}
      {!isOpen && !children && lines.length > 0 && (
        <ul>
          {lines.map((line, index) => (
            // Lines have no identity of their own; the place is the line.
            <li key={index}>{line}</li>
          ))}
        </ul>
      )}
      <button
        ref={ref}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={isOpen ? launcherWords.close : launcherWords.open}
        style={colors}
        disabled={onToggle === undefined}
        onClick={onToggle}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={isOpen ? "M6 6l12 12M18 6L6 18" : launcherIcons[launcherIcon]} />
        </svg>
        {!isOpen && launcherLabel && <span>{launcherLabel}</span>}
      </button>
    </div>
  );
}

const frame = css`
  position: absolute;
  display: grid;
  justify-items: end;
  gap: 12px;
  &[data-position="left"] {
    justify-items: start;
  }
  & > button {
    display: flex;
    align-items: center;
    gap: 10px;
    height: 56px;
    padding: 0 16px;
    border: 0;
    border-radius: 28px;
    box-shadow: 0 8px 24px rgb(0 0 0 / 25%);
    font: 500 15px/1.3 var(--ph-font);
    cursor: pointer;
  }
  & svg {
    width: 24px;
    height: 24px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  & > button:disabled {
    cursor: default;
  }
  & > ul {
    display: grid;
    justify-items: inherit;
    gap: 8px;
    max-width: 300px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    padding: 9px 14px;
    border: 1px solid rgb(0 0 0 / 13%);
    border-radius: 19px;
    background: #fff;
    color: #1c2230;
    box-shadow: 0 2px 10px rgb(0 0 0 / 13%);
    font-size: 15px;
    line-height: 1.3;
  }
`;
