import { useState } from "react";
import type { ReactNode } from "react";
import type { Organization } from "../../../shared/contract/accounts/accounts.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { countChanges } from "../../parts/countChanges.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { SaveBar } from "../../parts/SaveBar.tsx";
import { useAction } from "../../parts/useAction.ts";
import { saveDetails } from "../../state/accounts/organizationDetails.ts";
import { OrganizationIds } from "./OrganizationIds.tsx";
import { PlaceFields } from "./PlaceFields.tsx";
import { TimeZoneField } from "./TimeZoneField.tsx";

interface OrganizationFormProps {
  organization: Organization;
  /** What is between the form and the bar that saves it. */
  children: ReactNode;
}

/** Changes what the organization says of itself. Only what was changed is sent, so that two admins do not undo each other. */
export function OrganizationForm({ organization, children }: OrganizationFormProps): ReactNode {
  const saved = pickFields(organization);
  const [changed, setChanged] = useState<Partial<typeof saved>>({});
  const typed = { ...saved, ...changed };
  const change = (part: Partial<typeof saved>) => setChanged((before) => ({ ...before, ...part }));
  const saving = useAction(async () => {
    await saveDetails(organization.org_id, keepChanges(saved, typed));
    setChanged({});
    showToast("Saved");
  });
  const discard = () => {
    setChanged({});
    saving.clear();
  };
  const errorOf = (name: keyof typeof saved) => findFieldError(saving.error, name);
  return (
    <>
      <Card title="About the organization">
        <div className={form}>
          {saving.error && saving.error.fields.length === 0 && (
            <ErrorNotice title="Your changes weren’t saved." error={saving.error} />
          )}
          <TextField
            label="Name"
            autoComplete="organization"
            isRequired
            limit={120}
            value={typed.name}
            onChange={(name) => change({ name })}
            error={errorOf("name")}
          />
          <PlaceFields
            country={typed.country}
            state={typed.state}
            onChange={change}
            errors={{ country: errorOf("country"), state: errorOf("state") }}
          />
          <TimeZoneField
            value={typed.timeZone}
            onChange={(timeZone) => change({ timeZone })}
            error={errorOf("timeZone")}
          />
          <OrganizationIds organization={organization} />
        </div>
      </Card>
      <Card
        title="Require two-factor sign-in"
        subtitle="Members without it must set it up before they continue."
        aside={
          <Toggle
            label="Require two-factor sign-in"
            isOn={typed.requiresSecondFactor}
            onChange={(requiresSecondFactor) => change({ requiresSecondFactor })}
          />
        }
      />
      {children}
      <SaveBar
        changedCount={countChanges(saved, typed)}
        isSaving={saving.isBusy}
        onSave={saving.run}
        onDiscard={discard}
      />
    </>
  );
}

function pickFields({ name, country, state, timeZone, requiresSecondFactor }: Organization) {
  return { name, country, state, timeZone, requiresSecondFactor };
}

/** A state belongs to its country, so both go together. */
function keepChanges<T extends { country: string | null; state: string | null }>(
  saved: T,
  typed: T,
): Partial<T> {
  const names = (Object.keys(typed) as (keyof T)[]).filter((name) => typed[name] !== saved[name]); // keys of T
  const hasMoved = names.includes("country") || names.includes("state");
  const kept = hasMoved ? new Set<keyof T>([...names, "country", "state"]) : names;
  return Object.fromEntries([...kept].map((name) => [name, typed[name]])) as Partial<T>; // of T by its own names
}

const form = css`
  display: grid;
  gap: 18px;
`;
