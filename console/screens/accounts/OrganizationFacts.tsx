import type { ReactNode } from "react";
import type { Organization } from "../../../shared/contract/accounts/accounts.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { nameCountry } from "../../state/accounts/countries.ts";
import { OrganizationIds } from "./OrganizationIds.tsx";
import { useStates } from "./useStates.ts";

/** What the organization says of itself, for those who may not change it. */
export function OrganizationFacts({ organization }: { organization: Organization }): ReactNode {
  const { name, country, state, timeZone } = organization;
  const { states } = useStates(country);
  const place = [states?.find(({ code }) => code === state)?.label ?? state, country && nameCountry(country)];
  return (
    <Card title="About the organization" subtitle="Owners and admins can change this.">
      <dl className={list}>
        <dt>Name</dt>
        <dd>{name}</dd>
        <dt>Location</dt>
        <dd>{place.filter(Boolean).join(", ") || "Not set"}</dd>
        <dt>Time zone</dt>
        <dd>{timeZone.replaceAll("_", " ")}</dd>
      </dl>
      <OrganizationIds organization={organization} />
    </Card>
  );
}

const list = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 10px 24px;
  margin: 0;
  & dt {
    color: var(--ph-text-2);
  }
  & dd {
    margin: 0;
    font-weight: 550;
    overflow-wrap: anywhere;
  }
`;
