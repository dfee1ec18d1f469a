import { useState } from "react";
import type { ReactNode } from "react";
import { TriangleAlert } from "lucide-react";
import type { WidgetSettings } from "../../../shared/contract/surfaces.ts";
import { Field } from "../../../shared/ui/Field.tsx";
import { controlStyle } from "../../../shared/ui/fieldStyle.ts";
import { contrast, parseColor } from "../../../shared/ui/style/color.ts";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { schemes } from "../../../shared/ui/style/schemes.ts";

interface ColourFieldProps {
  value: string;
  scheme: WidgetSettings["scheme"];
  onChange: (value: string) => void;
  error?: string;
}

/** Below this a filled button is no shape any more; its text is readable either way. */
const seenAt = 2;

/** The brand's colour, by picker or by its code, with a warning where buttons of it would sink into their ground. */
export function ColourField({ value, scheme, onChange, error }: ColourFieldProps): ReactNode {
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
  const warning = findWarning(value, scheme);
  return (
    <Field
      label="Colour"
      hint="Buttons, links and the launcher. Text on it is made black or white, whichever reads better."
      error={error ?? (isUnread ? "Use a colour like #1a73e8." : undefined)}
    >
      {(ids) => (
        <>
          <span className={frame}>
            <input
              type="color"
              aria-label="Choose the colour"
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
          {warning && (
            <p className={warningStyle} role="status">
              <TriangleAlert size={15} aria-hidden />
              {warning}
            </p>
          )}
        </>
      )}
    </Field>
  );
}

function findWarning(colour: string, scheme: WidgetSettings["scheme"]): string | null {
  const lights = scheme === "auto" ? (["light", "dark"] as const) : [scheme];
  const weak = lights
    .map((light) => ({ light, ratio: ratioOf(colour, schemes[light].surface) }))
    .filter(({ ratio }) => ratio < seenAt);
  const [worst] = weak;
  if (!worst) return null;
  const ratio = worst.ratio.toFixed(1);
  return `Buttons of this colour hardly show on the ${worst.light} ground (${ratio} : 1).`;
}

function ratioOf(colour: string, ground: string): number {
  const [above, below] = [parseColor(colour), parseColor(ground)];
  return above && below ? contrast(above, below) : 1;
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
  & > input:last-child {
    max-width: 130px;
    font-family: var(--ph-mono);
  }
`;
const warningStyle = css`
  display: flex;
  gap: 8px;
  font-size: var(--ph-text-s);
  color: var(--ph-warning-text);
  & > svg {
    flex: none;
    margin-top: 2px;
  }
`;
