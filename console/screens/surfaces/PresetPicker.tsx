import type { ReactNode } from "react";
import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";
import { deriveAccent } from "../../../shared/ui/style/accent.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { hasLook, presets } from "./presets.ts";
import type { Look } from "./presets.ts";

interface PresetPickerProps {
  settings: WidgetSettings;
  onChange: (look: Look) => void;
}

/** Looks to start from: one click fills colors, shape and type; Discard brings back what was there. */
export function PresetPicker({ settings, onChange }: PresetPickerProps): ReactNode {
  return (
    <div className={frame} role="group" aria-label="Presets">
      {presets.map((preset) => (
        <button
          key={preset.name}
          type="button"
          aria-pressed={hasLook(settings, preset)}
          onClick={() => onChange(preset.look)}
        >
          <Picture look={preset.look} />
          {preset.name}
        </button>
      ))}
    </div>
  );
}

/** A chat in small: an answer, a question on the main color. */
function Picture({ look }: { look: Look }): ReactNode {
  const accent = deriveAccent(look.primary, look.scheme === "dark" ? "dark" : "light");
  const radius = Math.max(2, look.radius * 0.55);
  return (
    <span
      className={picture}
      data-ph-scheme={look.scheme === "auto" ? undefined : look.scheme}
      data-font={look.font}
      aria-hidden="true"
    >
      <i style={{ borderRadius: radius }}>Aa</i>
      <b style={{ borderRadius: radius, background: accent?.accent, color: accent?.["on-accent"] }}>Hi</b>
    </span>
  );
}

const frame = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(88px, 1fr));
  gap: 10px;
  & > button {
    display: grid;
    gap: 6px;
    padding: 5px 5px 7px;
    border: 1px solid var(--ph-line-2);
    border-radius: var(--ph-radius);
    background: var(--ph-surface);
    font-size: var(--ph-text-s);
    font-weight: 500;
    cursor: pointer;
  }
  & > button:hover:not(:disabled) {
    border-color: var(--ph-line-strong);
  }
  & > button:disabled {
    cursor: default;
  }
  & > button[aria-pressed="true"] {
    border-color: var(--ph-accent-text);
    box-shadow: 0 0 0 1px var(--ph-accent-text);
    color: var(--ph-accent-text);
  }
`;
const picture = css`
  display: grid;
  gap: 5px;
  padding: 9px 8px;
  border-radius: calc(var(--ph-radius) - 4px);
  background: var(--ph-sunken);
  font-size: 11px;
  line-height: 1;
  text-align: start;
  & > i {
    justify-self: start;
    padding: 6px 18px 6px 8px;
    background: var(--ph-surface);
    box-shadow: 0 0 0 1px var(--ph-line);
    color: var(--ph-text);
    font-style: normal;
  }
  & > b {
    justify-self: end;
    padding: 6px 8px 6px 14px;
    font-weight: 550;
  }
  &[data-font="serif"] {
    font-family: ui-serif, Georgia, serif;
  }
  &[data-font="rounded"] {
    font-family: ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Nunito, sans-serif;
  }
  &[data-font="mono"] {
    font-family: var(--ph-mono);
  }
`;
