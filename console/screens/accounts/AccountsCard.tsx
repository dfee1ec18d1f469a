import type { ReactNode } from "react";
import type { Organization } from "../../../shared/contract/accounts/accounts.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";

/** The accounts of the organization. */
export function AccountsCard({ organization }: { organization: Organization }): ReactNode {
  return (
    <Card title="Accounts" subtitle="To switch, choose Change Account in the profile menu.">
      <ul className={list}>
        {organization.orgAccounts.map((account) => (
          <li key={account._id}>
            <span>
              <strong>{account.acc_name}</strong>
              {account.acc_desc && <span>{account.acc_desc}</span>}
            </span>
            {account.type === "default" && <Badge>Default</Badge>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const list = css`
  display: grid;
  gap: 8px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    min-height: 52px;
    padding: 8px 14px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
  }
  & > li > span:first-child {
    display: grid;
    min-width: 0;
    overflow-wrap: anywhere;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & strong {
    color: var(--ph-text);
    font-size: var(--ph-text-m);
    font-weight: 550;
  }
`;
