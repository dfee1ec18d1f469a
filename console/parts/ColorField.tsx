import { useState } from "react";
import type { ReactNode } from "react";
import { Field } from "../../shared/ui/Field.tsx";
import { controlStyle } from "../../shared/ui/fieldStyle.ts";
import { css, cx } from "../../shared/ui/style/css.ts";

interface ColorFieldProps {
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
  error?: string;
}

/** A color, by picker or by its code. */
export function ColorField({ label, hint, value, onChange, error }: ColorFieldProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const handleText = (text: string) => {
    setTyped(text);
    const colour = text.startsWith("#") ? text : `#${text}`;
    if (!/^#[0-9a-f]{6}$/i.test(colour)) return;
    setShown(colour);
    onChange(colour);
  };
  const isUnread = typed !== value && `#${typed}` !== value;
  return (
    <Field label={label} hint={hint} error={error ?? (isUnread ? "Use a color like #1a73e8." : undefined)}>
      {(ids) => (
        <span className={frame}>
          <input
            type="color"
            aria-label={`${label}: choose`}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <input
            {...ids}
            className={cx(controlStyle)}
            value={typed}
            maxLength={7}
            spellCheck={false}
            onChange={(event) => handleText(event.currentTarget.value)}
            onBlur={() => setTyped(value)}
          />
        </span>
      )}
    </Field>
  );
}

const frame = css`
  display: flex;
  gap: 8px;
  & > input[type="color"] {
    flex: none;
    width: 44px;
    height: var(--ph-control);
    padding: 3px;
    border: 1px solid var(--ph-line-strong);
    border-radius: var(--ph-radius-s);
    background: var(--ph-surface);
    cursor: pointer;
  }
  & > input[type="color"]:disabled {
    cursor: default;
  }
  & > input:last-child {
    max-width: 130px;
    font-family: var(--ph-mono);
  }
  @media (pointer: coarse) {
    & > input[type="color"] {
      height: 44px;
    }
  }
`;
