import type { ReactNode } from "react";
import type { Organization } from "../../../shared/contract/accounts/accounts.ts";
import { CopyButton } from "../../../shared/ui/CopyButton.tsx";
import { css } from "../../../shared/ui/style/css.ts";

/** By what links and calls name the organization; both never change. */
export function OrganizationIds({ organization }: { organization: Organization }): ReactNode {
  return (
    <dl className={list}>
      <Fact label="Organization ID" value={organization.org_id} />
      <Fact label="Slug" value={organization.slug} />
    </dl>
  );
}

function Fact({ label, value }: { label: string; value: string }): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        <CopyButton text={value} label={`Copy ${label === "Slug" ? "slug" : "ID"}`} />
      </dd>
    </div>
  );
}

const list = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(320px, 100%), 1fr));
  gap: 16px;
  margin: 0;
  & dt {
    margin-bottom: 6px;
    font-weight: 550;
  }
  & dd {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    min-height: 40px;
    margin: 0;
    padding: 2px 4px 2px 12px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
    background: var(--ph-sunken);
  }
  & button {
    flex: none;
    white-space: nowrap;
  }
  & code {
    min-width: 0;
    overflow-wrap: anywhere;
    font: var(--ph-text-s) / 1.4 var(--ph-mono);
    color: var(--ph-text);
    user-select: all;
  }
`;
