import type { ReactNode } from "react";
import type { RequestError } from "../../../shared/client/requestError.ts";
import type { WidgetSettings } from "../../../shared/contract/surfaces.ts";
import { maxMinimisedSuggestions, maxSuggestions } from "../../../shared/domain/limits.ts";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { Choices } from "../../parts/Choices.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { ColourField } from "./ColourField.tsx";
import { LinesField } from "./LinesField.tsx";
import { RadiusField } from "./RadiusField.tsx";

interface AppearanceFieldsProps {
  typed: WidgetSettings;
  onChange: (part: Partial<WidgetSettings>) => void;
  error: RequestError | null;
  isReadOnly: boolean;
}

/** What the chat says first and how it looks; the preview shows each keystroke. */
export function AppearanceFields({ typed, onChange, error, isReadOnly }: AppearanceFieldsProps): ReactNode {
  const errorOf = (name: string) => findFieldError(error, `settings.${name}`);
  return (
    <fieldset className={fields} disabled={isReadOnly} aria-label="Appearance">
      <Card title="Words" subtitle="What visitors read, once you publish it.">
        <TextField
          label="Title"
          isRequired
          maxLength={80}
          value={typed.title}
          onChange={(title) => onChange({ title })}
          error={errorOf("title")}
        />
        <TextField
          label="Subtitle"
          maxLength={120}
          value={typed.subtitle}
          onChange={(subtitle) => onChange({ subtitle })}
          error={errorOf("subtitle")}
        />
        <TextArea
          label="Welcome"
          rows={3}
          maxLength={1000}
          aside={`${typed.welcome.length} / 1000`}
          value={typed.welcome}
          onChange={(welcome) => onChange({ welcome })}
          error={errorOf("welcome")}
        />
        <TextField
          label="Placeholder of the input"
          maxLength={120}
          value={typed.placeholder}
          onChange={(placeholder) => onChange({ placeholder })}
          error={errorOf("placeholder")}
        />
        <LinesField
          label="Suggestions"
          hint="Questions that visitors ask with one click."
          addLabel="Add suggestion"
          most={maxSuggestions}
          value={typed.suggestions}
          onChange={(suggestions) => onChange({ suggestions })}
          error={errorOf("suggestions")}
        />
        <LinesField
          label="Beside the closed launcher"
          hint="Shown before the chat is opened."
          addLabel="Add line"
          most={maxMinimisedSuggestions}
          value={typed.minimisedSuggestions}
          onChange={(minimisedSuggestions) => onChange({ minimisedSuggestions })}
          error={errorOf("minimisedSuggestions")}
        />
      </Card>
      <Card title="Look">
        <ColourField
          value={typed.primary}
          scheme={typed.scheme}
          onChange={(primary) => onChange({ primary })}
          error={errorOf("primary")}
        />
        <div className={pair}>
          <div className={choice}>
            <span>Light or dark</span>
            <Choices
              label="Light or dark"
              value={typed.scheme}
              onChange={(scheme) => onChange({ scheme })}
              options={[
                { value: "auto", label: "As the visitor" },
                { value: "light", label: "Light" },
                { value: "dark", label: "Dark" },
              ]}
            />
          </div>
          <div className={choice}>
            <span>Launcher stands</span>
            <Choices
              label="Launcher stands"
              value={typed.position}
              onChange={(position) => onChange({ position })}
              options={[
                { value: "left", label: "Left" },
                { value: "right", label: "Right" },
              ]}
            />
          </div>
        </div>
        <RadiusField value={typed.radius} onChange={(radius) => onChange({ radius })} />
        <TextField
          label="Launcher label"
          hint="A word beside the button; empty shows the button alone."
          maxLength={40}
          value={typed.launcherLabel}
          onChange={(launcherLabel) => onChange({ launcherLabel })}
          error={errorOf("launcherLabel")}
        />
      </Card>
    </fieldset>
  );
}

const fields = css`
  display: grid;
  gap: 16px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;
const pair = css`
  display: flex;
  flex-wrap: wrap;
  gap: 16px 28px;
`;
const choice = css`
  display: grid;
  gap: 6px;
  & > span {
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
`;
