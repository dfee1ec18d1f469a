import type { ReactNode } from "react";
import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";
import { deriveAccent } from "../../../shared/ui/style/accent.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { ChoiceField } from "./ChoiceField.tsx";
import { ColorField } from "../../parts/ColorField.tsx";
import { ContrastNotice } from "./ContrastNotice.tsx";
import { judgeGround, judgeText } from "./contrastWarnings.ts";
import type { FieldsProps } from "./fieldsProps.ts";
import { PresetPicker } from "./PresetPicker.tsx";
import { RangeField } from "./RangeField.tsx";

/** Presets, colors, corners and type. */
export function LookFields({ typed, onChange, errorOf }: FieldsProps): ReactNode {
  return (
    <>
      <PresetPicker settings={typed} onChange={onChange} />
      <div className={withNotice}>
        <ColorField
          label="Main color"
          hint="Buttons, links and the launcher."
          value={typed.primary}
          onChange={(primary) => onChange({ primary })}
          error={errorOf("primary")}
        />
        <ContrastNotice warning={judgeGround(typed)} onChange={onChange} />
      </div>
      <div className={withNotice}>
        <ChoiceField
          label="Text on the main color"
          value={typed.onPrimary ? "own" : "auto"}
          onChange={(value) => onChange({ onPrimary: value === "own" ? automaticText(typed) : null })}
          options={[
            { value: "auto", label: "Automatic" },
            { value: "own", label: "My own" },
          ]}
        />
        {typed.onPrimary && (
          <ColorField
            label="Text color"
            value={typed.onPrimary}
            onChange={(onPrimary) => onChange({ onPrimary })}
            error={errorOf("onPrimary")}
          />
        )}
        <ContrastNotice warning={judgeText(typed)} onChange={onChange} />
      </div>
      <div className={pair}>
        <ChoiceField
          label="Light or dark"
          value={typed.scheme}
          onChange={(scheme) => onChange({ scheme })}
          options={[
            { value: "auto", label: "Visitor’s setting" },
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
        />
        <ChoiceField
          label="Density"
          value={typed.density}
          onChange={(density) => onChange({ density })}
          options={[
            { value: "comfortable", label: "Comfortable" },
            { value: "compact", label: "Compact" },
          ]}
        />
      </div>
      <ChoiceField
        label="Font"
        value={typed.font}
        onChange={(font) => onChange({ font })}
        options={[
          { value: "system", label: "System" },
          { value: "rounded", label: "Rounded" },
          { value: "serif", label: "Serif" },
          { value: "mono", label: "Mono" },
        ]}
      />
      <RangeField
        label="Corners"
        min={0}
        max={24}
        value={typed.radius}
        onChange={(radius) => onChange({ radius })}
        error={errorOf("radius")}
      />
    </>
  );
}

/** To begin with the color that visitors see already. */
function automaticText({ primary }: WidgetSettings): string {
  return deriveAccent(primary, "light")?.["on-accent"] ?? "#ffffff";
}

const withNotice = css`
  display: grid;
  gap: 10px;
  min-width: 0;
`;
const pair = css`
  display: flex;
  flex-wrap: wrap;
  gap: 20px 28px;
  min-width: 0;
`;
