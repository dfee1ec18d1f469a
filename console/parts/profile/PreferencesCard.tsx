import { useId } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { chatLanguages } from "../../../shared/domain/chatLanguages.ts";
import type { ChatLanguage } from "../../../shared/domain/chatLanguages.ts";
import { dateFormats } from "../../../shared/domain/dateFormats.ts";
import type { DateFormat } from "../../../shared/domain/dateFormats.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Select } from "../../../shared/ui/Select.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Card } from "../Card.tsx";
import { Choices } from "../Choices.tsx";
import { describeDate } from "../describeMoment.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { useAction } from "../useAction.ts";
import { openOverlay } from "../../state/shell/menu.ts";
import { chooseTheme, platformTheme } from "../../state/shell/platformTheme.ts";
import { saveProfile } from "../../state/accounts/profile.ts";
import { listTimeZones, ownTimeZone } from "../timeZones.ts";
import type { OwnProfile } from "./ownProfile.ts";

const themes = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "system", label: "System" },
] as const;
/** The last day of a year shows best which of its numbers is which. */
const example = Date.UTC(2026, 11, 31, 12);

/** How the console looks and writes moments, and which mails come. Each choice is saved as it is made. */
export function PreferencesCard({ own }: { own: OwnProfile }): ReactNode {
  const { choice } = useSnapshot(platformTheme);
  const mailsId = useId();
  const { run, error } = useAction(saveProfile);
  const save = async (change: Parameters<typeof saveProfile>[0]) => {
    if (await run(change)) showToast("Preferences saved");
  };
  return (
    <Card title="Preferences" subtitle="Shared across your organizations.">
      {error && <ErrorNotice title="Your change wasn’t saved." error={error} />}
      <div className={grid}>
        <div>
          <strong>Theme in this browser</strong>
          <Choices label="Theme in this browser" value={choice} options={themes} onChange={chooseTheme} />
        </div>
        <Select
          label="Time zone"
          value={own.timeZone ?? ""}
          options={[
            { value: "", label: `Same as this device: ${show(ownTimeZone())}` },
            ...listTimeZones().map((zone) => ({ value: zone, label: show(zone) })),
          ]}
          onChange={(zone) => void save({ timeZone: zone || null })}
        />
        <Select
          label="Language of e-mails, dates and numbers"
          hint="The console itself is in English."
          value={own.language ?? ""}
          options={[
            { value: "", label: "Same as this browser" },
            ...chatLanguages.map((language) => ({ value: language, label: nameOf(language) })),
          ]}
          onChange={(tag) => void save({ language: chatLanguages.find((known) => known === tag) ?? null })}
        />
        <Select
          label="Dates"
          value={own.dateFormat ?? ""}
          options={[
            { value: "", label: "Same as this device" },
            ...dateFormats.map((format) => ({ value: format, label: writeExample(format, own) })),
          ]}
          onChange={(format) =>
            void save({ dateFormat: dateFormats.find((known) => known === format) ?? null })
          }
        />
      </div>
      <div className={row}>
        <span>Keyboard shortcuts in this browser</span>
        <Button aria-haspopup="dialog" onClick={() => openOverlay("shortcuts")}>
          Change shortcuts
        </Button>
      </div>
      {own.canVerifyEmail && (
        <div className={row}>
          <span id={mailsId}>E-mail me when someone accepts my invitation</span>
          <Toggle
            labelledBy={mailsId}
            isOn={own.mailsOnAccept}
            onChange={(isOn) => void save({ mailsOnAccept: isOn })}
          />
        </div>
      )}
    </Card>
  );
}

function writeExample(dateFormat: DateFormat, { language }: OwnProfile): string {
  return describeDate(example, { dateFormat, language, timeZone: "UTC" });
}

/** A language by its own name. */
function nameOf(language: ChatLanguage): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

function show(zone: string): string {
  return zone.replaceAll("_", " ");
}

const grid = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(290px, 100%), 1fr));
  align-items: start;
  gap: 18px 24px;
  & > div:first-child {
    display: grid;
    align-content: start;
    gap: 6px;
  }
  & strong {
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
`;
const row = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  padding-top: 16px;
  border-top: 1px solid var(--ph-line);
`;
