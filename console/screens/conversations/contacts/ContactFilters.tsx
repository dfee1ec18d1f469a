import { useState } from "react";
import type { ReactNode } from "react";
import {
  consentChoices,
  contactIdentities,
} from "../../../../shared/contract/conversations/contacts/contactFilter.ts";
import { Field } from "../../../../shared/ui/Field.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { controlStyle } from "../../../../shared/ui/fieldStyle.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { SearchField } from "../../../parts/SearchField.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { consentNames, identityNames, readContactFilter } from "./contactFilters.ts";

const anybody = { value: "", label: "Anybody" };
const lastDays = [7, 30, 90];

/** Narrows the list of people: by words, and by who they are, what they agreed to, when they wrote. */
export function ContactFilters(): ReactNode {
  const query = useQuery();
  const { identity = "", consent = "", blocked } = readContactFilter(query.read);
  return (
    <div className={frame} role="search" aria-label="Filter contacts">
      <SearchField
        label="Search by name, e-mail, phone or attribute"
        value={query.read("search")}
        onChange={(text) => query.set({ search: text || null }, { replace: true })}
      />
      <Select
        label="Who"
        value={identity}
        options={[anybody, ...contactIdentities.map((value) => ({ value, label: identityNames[value] }))]}
        onChange={(value) => query.set({ identity: value || null })}
      />
      <Select
        label="Consent"
        value={consent}
        options={[anybody, ...consentChoices.map((value) => ({ value, label: consentNames[value] }))]}
        onChange={(value) => query.set({ consent: value || null })}
      />
      <Since />
      <Select
        label="Blocked"
        value={blocked ?? ""}
        options={[anybody, { value: "true", label: "Blocked only" }]}
        onChange={(value) => query.set({ blocked: value || null })}
      />
    </div>
  );
}

/** By when something happened in a conversation of theirs: in the last days, or since a day. */
function Since(): ReactNode {
  const query = useQuery();
  const [isDated, setDated] = useState(false);
  const since = query.read("since");
  const isDay = since.includes("-") || (isDated && !since);
  // A link can name other days than those listed here.
  const days = [...new Set([...lastDays.map((count) => `${count}d`), ...(since && !isDay ? [since] : [])])];
  return (
    <>
      <Select
        label="Conversations"
        value={isDay ? "date" : since}
        options={[
          { value: "", label: "At any time" },
          ...days.map((value) => ({ value, label: `In the last ${Number.parseInt(value, 10)} days` })),
          { value: "date", label: "Since a date" },
        ]}
        onChange={(value) => {
          setDated(value === "date");
          query.set({ since: value === "date" ? null : value || null });
        }}
      />
      {isDay && (
        <Field label="Conversations since">
          {(ids) => (
            <input
              {...ids}
              type="date"
              value={since}
              className={controlStyle}
              onChange={({ currentTarget: { value } }) => query.set({ since: value || null })}
            />
          )}
        </Field>
      )}
    </>
  );
}

const frame = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(160px, 100%), 1fr));
  align-items: end;
  gap: 12px;
  /* What it searches by is read whole. */
  & > span:first-child {
    grid-column: 1 / -1;
    max-width: 420px;
  }
  @media (max-width: 480px) {
    grid-template-columns: 1fr 1fr;
    & > span:first-child {
      max-width: none;
    }
  }
`;
