import { useId } from "react";
import type { ReactNode } from "react";
import { AppWindow, MessageCircle, RotateCcw, Smartphone } from "lucide-react";
import { chatLanguages, languageNames } from "../../shared/domain/chatLanguages.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { Choices } from "./Choices.tsx";
import type { PreviewChoices } from "./previewChoices.ts";

interface PreviewBarProps {
  choices: PreviewChoices;
  onChange: (part: Partial<PreviewChoices>) => void;
  onReset: () => void;
  /** Everything to try, and not only the size. */
  isFull: boolean;
  /** Only what fits a column. */
  isSlim: boolean;
}

/** What the preview is tried in. */
export function PreviewBar({ choices, onChange, onReset, isFull, isSlim }: PreviewBarProps): ReactNode {
  const { mode, scheme, language, dir, isSlow } = choices;
  const bubble = {
    value: "bubble",
    label: "On a site",
    icon: <MessageCircle size={15} aria-hidden />,
  } as const;
  return (
    <div className={frame}>
      <div className={row}>
        <Choices
          label="Shown as"
          value={mode}
          onChange={(value) => onChange({ mode: value })}
          options={[
            ...(isFull ? [bubble] : []),
            isSlim
              ? { value: "panel", label: "Panel", icon: <MessageCircle size={15} aria-hidden /> }
              : { value: "frame", label: "700 × 360", icon: <AppWindow size={15} aria-hidden /> },
            { value: "phone", label: "Phone", icon: <Smartphone size={15} aria-hidden /> },
          ]}
        />
        <IconButton label="Reset" size="small" onClick={onReset}>
          <RotateCcw size={16} aria-hidden />
        </IconButton>
      </div>
      <div className={selects}>
        <Pick
          label="Theme"
          value={scheme}
          onChange={(value) => onChange({ scheme: value })}
          options={{ set: "As set", light: "Light", dark: "Dark" }}
        />
        {isFull && (
          <>
            <Pick
              label="Language"
              value={language}
              onChange={(value) => onChange({ language: value })}
              options={{ auto: "As set", ...languageNames }}
              order={["auto", ...chatLanguages]}
            />
            <Pick
              label="Direction"
              value={dir}
              onChange={(value) => onChange({ dir: value })}
              options={{ auto: "By language", ltr: "Left to right", rtl: "Right to left" }}
            />
            <Pick
              label="Network"
              value={isSlow ? "slow" : "normal"}
              onChange={(value) => onChange({ isSlow: value === "slow" })}
              options={{ normal: "Normal", slow: "Slow" }}
            />
          </>
        )}
      </div>
    </div>
  );
}

interface PickProps<Value extends string> {
  label: string;
  value: Value;
  options: Record<Value, string>;
  order?: readonly Value[];
  onChange: (value: Value) => void;
}

/** A small select with its label in one line, for what is tried rather than set. */
function Pick<Value extends string>({ label, value, options, order, onChange }: PickProps<Value>): ReactNode {
  const id = useId();
  const values = order ?? (Object.keys(options) as Value[]); // its keys are the values
  return (
    <span className={pick}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        // The select has no other values than these.
        onChange={(event) => onChange(event.currentTarget.value as Value)}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {options[one]}
          </option>
        ))}
      </select>
    </span>
  );
}

const frame = css`
  display: grid;
  gap: 10px;
  min-width: 0;
`;
const row = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  & > button {
    margin-inline-start: auto;
  }
`;
const selects = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(128px, 1fr));
  gap: 8px;
  min-width: 0;
`;
const pick = css`
  display: grid;
  gap: 2px;
  min-width: 0;
  max-width: 200px;
  & > label {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  & > select {
    min-width: 0;
    min-height: 32px;
    padding: 2px 6px;
    border: 1px solid var(--ph-line-strong);
    border-radius: var(--ph-radius-s);
    background: var(--ph-surface);
    font-size: var(--ph-text-s);
  }
  @media (pointer: coarse) {
    & > select {
      min-height: 44px;
      font-size: 16px;
    }
  }
`;
