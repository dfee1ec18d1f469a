import { useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { KeyRound, Plus } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { Card } from "../../parts/Card.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { apiKeys, loadApiKeys } from "../../state/accounts/apiKeys.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { ApiKeyRow } from "./ApiKeyRow.tsx";
import { PeopleSkeleton } from "./PeopleSkeleton.tsx";
import { peopleTable } from "./peopleTable.ts";
import { toAddress } from "../../../shared/client/basePath.ts";
import { KeyDialog } from "./KeyDialog.tsx";

/** The organization's own API keys, by which other programs work for it. */
export function ApiKeysPart({ orgId }: { orgId: string }): ReactNode {
  const resource = useSnapshot(apiKeys);
  const query = useQuery();
  const [isMaking, setIsMaking] = useState(false);
  const page = Number(query.read("page")) || 1;
  const mayChange = mayDo("keys.update");
  const read = useCallback(() => loadApiKeys(orgId, page), [orgId, page]);
  useEffect(() => void read(), [read]);
  const button = mayChange && (
    <Button kind="primary" icon={<Plus size={17} aria-hidden />} onClick={() => setIsMaking(true)}>
      Create API key
    </Button>
  );
  return (
    <div className={frame}>
      <Loaded resource={resource} needs="keys.read" onRetry={() => void read()} skeleton={<PeopleSkeleton />}>
        {({ items, page: shown }) =>
          shown.total === 0 ? (
            <Card>
              <EmptyState title="No API keys yet" icon={<KeyRound size={20} aria-hidden />} action={button}>
                Let other programs read conversations, add knowledge or publish agents. You choose each key’s
                permissions.
              </EmptyState>
            </Card>
          ) : (
            <>
              <div className={head}>
                <p>
                  Keys for programs that use the API. See all calls in the{" "}
                  <a href={toAddress("/api/docs")} target="_blank" rel="noreferrer">
                    API reference
                  </a>
                  .
                </p>
                {button}
              </div>
              <table className={cx(peopleTable, table)} aria-label="API keys">
                <thead>
                  <tr>
                    <th scope="col">Key</th>
                    <th scope="col">Permissions</th>
                    <th scope="col">Created by</th>
                    <th scope="col">Last used</th>
                    <th scope="col">Status</th>
                    {mayChange && (
                      <th scope="col">
                        <span className={visuallyHidden}>Actions</span>
                      </th>
                    )}
                  </tr>
                </thead>
                <tbody>
                  {items.map((apiKey) => (
                    <ApiKeyRow
                      key={apiKey.id}
                      orgId={orgId}
                      apiKey={apiKey}
                      mayChange={mayChange}
                      onChanged={() => void read()}
                    />
                  ))}
                </tbody>
              </table>
              <Pager page={shown} linkTo={(to) => query.link({ page: to > 1 ? String(to) : null })} />
            </>
          )
        }
      </Loaded>
      {isMaking && (
        <KeyDialog orgId={orgId} onChanged={() => void read()} onClose={() => setIsMaking(false)} />
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
`;
/** Rows of keys have no avatar to stand under. */
const table = css`
  & td[data-name="Last used"] {
    min-width: 16ch;
  }
  @media (max-width: 900px) {
    & tbody td[data-name] {
      flex-wrap: nowrap;
      align-items: baseline;
      padding-inline-start: 0;
    }
    & tbody td[data-name]::before {
      flex: none;
    }
  }
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 12px 24px;
  & > p {
    max-width: 68ch;
    color: var(--ph-text-2);
  }
`;
