import type { ReactNode } from "react";
import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";
import { launcherIcons } from "../../../shared/frame/launcherIcons.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Icon } from "../../../shared/ui/Icon.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { ChoiceField } from "./ChoiceField.tsx";
import type { FieldsProps } from "./fieldsProps.ts";
import { RangeField } from "./RangeField.tsx";
import { SwitchRow } from "./SwitchRow.tsx";

const iconNames: Record<WidgetSettings["launcherIcon"], string> = {
  chat: "Bubble",
  question: "Question",
  spark: "Spark",
  wave: "Wave",
};
const icons = Object.keys(launcherIcons) as WidgetSettings["launcherIcon"][]; // keys of a literal object

interface LauncherFieldsProps extends FieldsProps {
  isReadOnly: boolean;
}

/** The button on the site, where it stands, and how large the panel over it is. */
export function LauncherFields({ typed, onChange, errorOf, isReadOnly }: LauncherFieldsProps): ReactNode {
  return (
    <>
      <ChoiceField
        label="Icon"
        value={typed.launcherIcon}
        onChange={(launcherIcon) => onChange({ launcherIcon })}
        options={icons.map((value) => ({
          value,
          label: iconNames[value],
          icon: <Icon path={launcherIcons[value]} />,
        }))}
      />
      <TextField
        label="Label"
        hint="Beside the icon. Empty: icon only."
        limit={40}
        value={typed.launcherLabel}
        onChange={(launcherLabel) => onChange({ launcherLabel })}
        error={errorOf("launcherLabel")}
      />
      <ChoiceField
        label="Position"
        value={typed.position}
        onChange={(position) => onChange({ position })}
        options={[
          { value: "left", label: "Bottom left" },
          { value: "right", label: "Bottom right" },
        ]}
      />
      <div className={pairs}>
        <RangeField
          label={`From the ${typed.position}`}
          min={0}
          max={200}
          value={typed.offsetX}
          onChange={(offsetX) => onChange({ offsetX })}
          error={errorOf("offsetX")}
        />
        <RangeField
          label="From the bottom"
          min={0}
          max={200}
          value={typed.offsetY}
          onChange={(offsetY) => onChange({ offsetY })}
          error={errorOf("offsetY")}
        />
        <RangeField
          label="Width of the panel"
          min={320}
          max={800}
          step={10}
          value={typed.panelWidth}
          onChange={(panelWidth) => onChange({ panelWidth })}
          error={errorOf("panelWidth")}
        />
        <RangeField
          label="Height of the panel"
          min={360}
          max={1000}
          step={10}
          value={typed.panelHeight}
          onChange={(panelHeight) => onChange({ panelHeight })}
          error={errorOf("panelHeight")}
        />
      </div>
      <SwitchRow
        label="Visitors can move it"
        isOn={typed.isMovable}
        onChange={(isMovable) => onChange({ isMovable })}
        isDisabled={isReadOnly}
      >
        Along the left and right edges: they drag it, or use Shift and the arrow keys.
      </SwitchRow>
      <p className={note}>The panel shrinks with small windows and fills the screen of phones.</p>
    </>
  );
}

const pairs = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(max(200px, 40%), 1fr));
  gap: 20px 28px;
`;
const note = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-3);
`;
