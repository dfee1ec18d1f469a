import { useId } from "react";
import type { ReactNode } from "react";
import { skillAudiences, skillSurfaces } from "../../../../shared/domain/skillOffers.ts";
import type { SkillAudience } from "../../../../shared/domain/skillOffers.ts";
import { skillRisks } from "../../../../shared/domain/skills.ts";
import type { SkillRisk } from "../../../../shared/domain/skills.ts";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { Card } from "../../../parts/Card.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { surfaceNames } from "../../../parts/surfaceNames.ts";
import { propertyRows } from "./propertyRows.ts";
import type { SectionProps } from "./sectionProps.ts";
import { SwitchRow } from "./SwitchRow.tsx";
import { useHelp } from "./useHelp.tsx";

const riskOptions = Object.entries(skillRisks) as [SkillRisk, string][]; // of a literal object
/** A visitor who sends a form has confirmed it. */
const formRiskOptions: typeof riskOptions = [
  ["read", "Done when the visitor sends the form"],
  ["approval", skillRisks.approval],
];

/** No mail leaves without somebody's word. */
const mailRiskOptions = riskOptions.filter(([risk]) => risk !== "read");

const audienceOptions = Object.entries(skillAudiences).map(([value, label]) => ({ value, label }));
const placeOptions = [
  { value: "all", label: "Every channel" },
  { value: "some", label: "Chosen channels" },
];

/** Under which conditions the skill runs. */
export function RulesCard({ typed, onChange, error, isReadOnly }: SectionProps): ReactNode {
  const help = useHelp();
  const name = useId();
  const { risk, verifiedOnly, oncePerConversation, timeoutSeconds, enabled, config, surfaces, audience } =
    typed;
  const isForm = config.kind === "form";
  const isHandover = config.kind === "handover";
  const isEnd = config.kind === "end" || isHandover;
  const isSearch = config.kind === "search";
  const isMail = config.kind === "email";
  const options = isForm ? formRiskOptions : isMail ? mailRiskOptions : riskOptions;
  const shown = isForm && risk === "write" ? "read" : risk;
  return (
    <Card title="Rules">
      {!isEnd && !isSearch && (
        <fieldset className={choices} disabled={isReadOnly}>
          <legend>Risk</legend>
          {options.map(([one, label]) => (
            <label key={one}>
              <input
                type="radio"
                name={name}
                checked={one === shown}
                onChange={() => onChange({ risk: one })}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      <div className={propertyRows}>
        <Select
          label="Offered to"
          {...help("Offered to", "For other visitors, the agent doesn't have this action.")}
          value={audience ?? "everyone"}
          options={audienceOptions}
          onChange={(value) =>
            // a value of the options
            onChange({ audience: value === "everyone" ? undefined : (value as SkillAudience) })
          }
          error={findFieldError(error, "data.audience")}
          isDisabled={isReadOnly}
        />
        {config.kind !== "client" && (
          <Select
            label="Offered on"
            value={surfaces === undefined ? "all" : "some"}
            options={placeOptions}
            onChange={(value) =>
              onChange({ surfaces: value === "all" ? undefined : ["widget", "hosted-web"] })
            }
            isDisabled={isReadOnly}
          />
        )}
        {surfaces !== undefined && config.kind !== "client" && (
          <fieldset
            className={choices}
            disabled={isReadOnly}
            aria-invalid={surfaces.length === 0 || undefined}
          >
            <legend>Channels</legend>
            {skillSurfaces.map((one) => (
              <label key={one}>
                <input
                  type="checkbox"
                  checked={surfaces.includes(one)}
                  onChange={(event) => {
                    const isOn = event.currentTarget.checked;
                    const others = skillSurfaces.filter((place) =>
                      place === one ? isOn : surfaces.includes(place),
                    );
                    onChange({ surfaces: others });
                  }}
                />
                {surfaceNames[one]}
              </label>
            ))}
            {findFieldError(error, "data.surfaces") && (
              <p role="alert">{findFieldError(error, "data.surfaces")}</p>
            )}
          </fieldset>
        )}
        {!isHandover && (
          <>
            <SwitchRow
              label="Verified visitors only"
              {...help("Verified visitors only", "Other visitors are asked to sign in on your site first.")}
              isOn={verifiedOnly}
              onChange={(isOn) => onChange({ verifiedOnly: isOn })}
              isDisabled={isReadOnly}
            />
            <SwitchRow
              label="Once per conversation"
              {...help("Once per conversation", "The agent runs it only once in each conversation.")}
              isOn={oncePerConversation}
              onChange={(isOn) => onChange({ oncePerConversation: isOn })}
              isDisabled={isReadOnly}
            />
          </>
        )}
        {!isForm && !isEnd && !isMail && (
          <TextField
            label="Time limit (s)"
            {...help("Time limit", "From 1 to 30 seconds. Longer runs fail.")}
            type="number"
            value={Number.isNaN(timeoutSeconds) ? "" : String(timeoutSeconds)}
            onChange={(text) => onChange({ timeoutSeconds: text === "" ? NaN : Number(text) })}
            error={findFieldError(error, "timeoutSeconds")}
            isDisabled={isReadOnly}
          />
        )}
        <SwitchRow
          label="On"
          isOn={enabled}
          onChange={(isOn) => onChange({ enabled: isOn })}
          isDisabled={isReadOnly}
        />
      </div>
    </Card>
  );
}

const choices = css`
  display: grid;
  gap: 4px;
  margin: 0;
  padding: 0;
  border: 0;
  & > legend {
    margin-bottom: 4px;
    padding: 0;
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & > p {
    color: var(--ph-danger-text);
    font-size: var(--ph-text-s);
  }
  & > label {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 30px;
    cursor: pointer;
  }
  & input {
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: var(--ph-accent);
  }
`;
