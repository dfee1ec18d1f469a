import { useId } from "react";
import type { ReactNode } from "react";
import { Briefcase, Heart, Landmark, Laugh, Pencil, Smile, Sparkles } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { AgentConfiguration } from "../../../shared/contract/agents.ts";
import { personalities } from "../../../shared/domain/personalities.ts";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { css } from "../../../shared/ui/style/css.ts";

type Personality = AgentConfiguration["personality"];

interface PersonalityPickerProps {
  value: Personality;
  onChange: (value: Personality) => void;
  /** The longest persona text that the chosen model takes. */
  textLimit: number;
  error?: string;
}

const icons: Record<(typeof personalities)[number]["icon"], LucideIcon> = {
  briefcase: Briefcase,
  sparkles: Sparkles,
  heart: Heart,
  landmark: Landmark,
  laugh: Laugh,
  smile: Smile,
  pencil: Pencil,
};

/** How the agent sounds: one of the presets, or a text of one's own. */
export function PersonalityPicker({ value, onChange, textLimit, error }: PersonalityPickerProps): ReactNode {
  const name = useId();
  const isTooLong = value.text.length > textLimit;
  return (
    <div className={frame}>
      <fieldset className={picker}>
        <legend>Personality</legend>
        <div>
          {personalities.map((one) => {
            const Icon = icons[one.icon];
            return (
              <label key={one.value}>
                <input
                  type="radio"
                  name={name}
                  checked={value.preset === one.value}
                  onChange={() => onChange({ ...value, preset: one.value })}
                />
                <Icon size={18} aria-hidden />
                <span>
                  <strong>{one.label}</strong>
                  <span>{one.tooltip}</span>
                </span>
              </label>
            );
          })}
        </div>
      </fieldset>
      {value.preset === "custom" && (
        <TextArea
          label="Describe the personality"
          value={value.text}
          onChange={(text) => onChange({ ...value, text })}
          placeholder="You are Robin, who has repaired bicycles for twenty years. Short sentences, dry humour…"
          aside={`${value.text.length} / ${textLimit}`}
          error={isTooLong ? `The chosen model takes at most ${textLimit} characters.` : error}
        />
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const picker = css`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & > legend {
    padding: 0 0 6px;
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & > div {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(220px, 100%), 1fr));
    gap: 8px;
  }
  & label {
    position: relative;
    display: flex;
    gap: 10px;
    padding: 10px 12px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    cursor: pointer;
  }
  & label > svg {
    flex: none;
    margin-top: 1px;
    color: var(--ph-text-3);
  }
  & label > span {
    display: grid;
    align-content: start;
    font-size: var(--ph-text-s);
    line-height: 1.4;
    color: var(--ph-text-2);
  }
  & strong {
    font-size: var(--ph-text-m);
    font-weight: 550;
    color: var(--ph-text);
  }
  & label:hover {
    border-color: var(--ph-line-strong);
  }
  & label:has(:checked) {
    border-color: var(--ph-accent-text);
    box-shadow: 0 0 0 1px var(--ph-accent-text);
    background: var(--ph-accent-soft);
  }
  & label:has(:checked) > svg {
    color: var(--ph-accent-text);
  }
  & label:has(:focus-visible) {
    outline: 2px solid var(--ph-focus);
    outline-offset: 3px;
  }
  & input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
`;
