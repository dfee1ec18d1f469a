import { Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { GenerateButton } from "../../parts/generate/GenerateButton.tsx";
import { SearchField } from "../../parts/SearchField.tsx";
import { SuggestionFields } from "../../parts/SuggestionFields.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import type { RevisedForm } from "../../parts/useRevisedForm.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { ConsentFields } from "./ConsentFields.tsx";
import { ImageFields } from "./ImageFields.tsx";
import { LauncherFields } from "./LauncherFields.tsx";
import { LookFields } from "./LookFields.tsx";
import { lookOffers } from "./lookOffers.ts";
import { CallFields } from "./CallFields.tsx";
import { SettingsGroup } from "./SettingsGroup.tsx";
import { findGroups, findSettingError } from "./settingsGroups.ts";
import type { SettingsGroupId } from "./settingsGroups.ts";
import { WordFields } from "./WordFields.tsx";
import { HoursFields, LanguageFields, OfferFields } from "./openedGroups.ts";

interface AppearanceGroupsProps {
  form: RevisedForm<WidgetSettings>;
  place: AgentPlace;
  configuration: Snapshot<AgentConfiguration>;
  isReadOnly: boolean;
  isAwayShown: boolean;
  onAwayShown: (isShown: boolean) => void;
}

/** All settings of the chat, in groups that open and close; the search shows and opens those that it finds. */
export function AppearanceGroups(props: AppearanceGroupsProps): ReactNode {
  const { form, place, configuration, isReadOnly } = props;
  const { model, description } = configuration;
  const asked = useQuery().read("group");
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(asked ? [asked] : ["look", "words"]));
  const [search, setSearch] = useState("");
  useEffect(() => {
    if (asked) document.getElementById(asked)?.scrollIntoView?.();
  }, [asked]);
  const { typed, saved, saving } = form;
  const errorOf = (name: string) => findSettingError(saving.error, name);
  const fields = { typed, onChange: form.change, errorOf };
  const bodies: Record<SettingsGroupId, () => ReactNode> = {
    look: () => <LookFields {...fields} />,
    words: () => <WordFields {...fields} />,
    suggestions: () => <SuggestionFields {...fields} />,
    launcher: () => <LauncherFields {...fields} isReadOnly={isReadOnly} />,
    hours: () => (
      <HoursFields
        {...fields}
        {...{ place, isReadOnly, hours: configuration.hours }}
        isAwayShown={props.isAwayShown}
        onAwayShown={props.onAwayShown}
      />
    ),
    language: () => <LanguageFields {...fields} />,
    calls: () => <CallFields {...fields} place={place} isReadOnly={isReadOnly} />,
    offers: () => <OfferFields {...fields} model={model} isReadOnly={isReadOnly} />,
    consent: () => <ConsentFields {...fields} />,
    images: () => <ImageFields {...fields} isReadOnly={isReadOnly} />,
  };
  const toggle = (id: string, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(id);
    else next.delete(id);
    setOpen(next);
  };
  const isSearching = search.trim() !== "";
  const found = findGroups(search);
  return (
    <fieldset className={frame} aria-label="Appearance">
      <div className={tools}>
        <SearchField label="Find a setting" value={search} onChange={setSearch} />
        {!isReadOnly && (
          <GenerateButton
            {...{ place, description }}
            useCases={["theme", "welcome_content"]}
            listOffers={lookOffers(typed, form.change)}
          />
        )}
      </div>
      {found.map(({ id, title, names, summary }) => {
        const isWrong = names.some((name) => errorOf(name));
        return (
          <SettingsGroup
            key={id}
            id={id}
            title={title}
            summary={summary(typed)}
            isOpen={isSearching || isWrong || open.has(id)}
            onToggle={(isOpen) => toggle(id, isOpen)}
            isChanged={names.some((name) => JSON.stringify(typed[name]) !== JSON.stringify(saved[name]))}
            isWrong={isWrong}
          >
            {() => (
              <fieldset className={body} disabled={isReadOnly}>
                <Suspense fallback={<Skeleton height="240px" />}>{bodies[id as SettingsGroupId]()}</Suspense>
              </fieldset>
            )}
          </SettingsGroup>
        );
      })}
      {found.length === 0 && <p>No setting found.</p>}
    </fieldset>
  );
}

const frame = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & > p {
    color: var(--ph-text-2);
  }
`;
const tools = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 12px;
`;
const body = css`
  display: grid;
  gap: 20px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;
