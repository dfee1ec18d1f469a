import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { Select } from "../../../shared/ui/Select.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { useAction } from "../../parts/useAction.ts";
import { createOrganization, organizations } from "../../state/organization.ts";
import { paths } from "../../state/paths.ts";
import { EntryCard, EntryForm } from "./EntryCard.tsx";
import { listTimeZones, ownTimeZone } from "./timeZones.ts";

/** Makes an organisation; its creator owns it. */
export default function SetupCompany(): ReactNode {
  const { data } = useSnapshot(organizations);
  const [name, setName] = useState("");
  const [timeZone, setTimeZone] = useState(ownTimeZone);
  const { run, isBusy, error } = useAction(() =>
    createOrganization({ name, timeZone, country: null, state: null }),
  );
  return (
    <EntryCard
      title="Create an organization"
      subtitle="A home for your agents and the people who work on them."
    >
      <EntryForm onSubmit={run} error={error}>
        <TextField
          label="Organization name"
          autoComplete="organization"
          autoFocus
          isRequired
          value={name}
          onChange={setName}
          error={findFieldError(error, "name")}
        />
        <Select
          label="Time zone"
          hint="Dates in reports follow it."
          value={timeZone}
          options={listTimeZones().map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
          onChange={setTimeZone}
          error={findFieldError(error, "timeZone")}
        />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Create organization
        </Button>
        {data && data.length > 0 && (
          <Link href={paths.chooseCompany} className={buttonClass("quiet")}>
            Back to your organizations
          </Link>
        )}
      </EntryForm>
    </EntryCard>
  );
}
