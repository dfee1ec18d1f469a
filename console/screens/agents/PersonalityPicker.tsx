import { useId } from "react";
import type { ReactNode } from "react";
import { Briefcase, Heart, Landmark, Laugh, Pencil, Smile, Sparkles } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import { personalities } from "../../../shared/domain/personalities.ts";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { choiceCards } from "../../parts/choiceCards.ts";

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
      <fieldset className={cx(choiceCards, picker)}>
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
          placeholder="You are Robin, who has repaired bicycles for twenty years. Short sentences, dry humor…"
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
  & > div {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(220px, 100%), 1fr));
    gap: 8px;
  }
  & label {
    display: flex;
    gap: 10px;
    padding: 10px 12px;
  }
  & label > svg {
    color: var(--ph-text-3);
    flex: none;
    margin-top: 1px;
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
`;
