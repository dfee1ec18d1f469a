import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { useAction } from "../../parts/useAction.ts";
import { loadOrganizations, organizations } from "../../state/accounts/organization.ts";
import { paths } from "../../state/shell/paths.ts";
import { drawn } from "../../state/platform/resource.ts";
import { setUp } from "../../state/accounts/setup.ts";
import { EntryCard, EntryForm } from "../../parts/EntryCard.tsx";
import { PlaceFields } from "./PlaceFields.tsx";
import type { Place } from "./PlaceFields.tsx";
import { TimeZoneField } from "./TimeZoneField.tsx";
import { ownTimeZone } from "../../parts/timeZones.ts";

/** What a new organization says of itself. Two may have one name: the second one's address part gets an ending. */
export function SetupForm(): ReactNode {
  const { data, status } = useSnapshot(organizations);
  const [name, setName] = useState("");
  const [place, setPlace] = useState<Place>({ country: null, state: null });
  const [timeZone, setTimeZone] = useState(ownTimeZone);
  const { run, isBusy, error } = useAction(() => setUp({ name, timeZone, ...place }));
  const hasOthers = status === "ready" && data !== null && data.length > 0;
  useEffect(() => {
    if (organizations.status === "idle") drawn(loadOrganizations());
  }, []);
  return (
    <EntryCard title="Create an organization" subtitle="A place for your agents and your team.">
      <EntryForm onSubmit={run} error={error}>
        <TextField
          label="Organization name"
          autoComplete="organization"
          autoFocus
          isRequired
          limit={120}
          value={name}
          onChange={setName}
          error={findFieldError(error, "name")}
        />
        <PlaceFields
          {...place}
          onChange={setPlace}
          errors={{ country: findFieldError(error, "country"), state: findFieldError(error, "state") }}
        />
        <TimeZoneField value={timeZone} onChange={setTimeZone} error={findFieldError(error, "timeZone")} />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Create organization
        </Button>
        {hasOthers && (
          <Link href={paths.chooseCompany} className={buttonClass("quiet")}>
            Back to your organizations
          </Link>
        )}
      </EntryForm>
    </EntryCard>
  );
}
