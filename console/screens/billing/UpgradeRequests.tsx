import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { describeMoment } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { closeUpgradeRequest, loadUpgradeRequests, upgradeRequests } from "../../state/billing/plans.ts";

/** Members who ask for a larger plan; nothing if there are none. */
export function UpgradeRequests({ orgId }: { orgId: string }): ReactNode {
  const { data } = useSnapshot(upgradeRequests);
  useEffect(() => void loadUpgradeRequests(orgId), [orgId]);
  const closing = useAction((memberId: string) => closeUpgradeRequest(orgId, memberId));
  if (!data || data.length === 0) return null;
  return (
    <Card title="Upgrade requests">
      <ul className={list}>
        {data.map(({ userId, name, message, askedAt }) => (
          <li key={userId}>
            <div>
              <p>
                <strong>{name}</strong> <small>{describeMoment(askedAt)}</small>
              </p>
              {message && <p>{message}</p>}
            </div>
            <Button kind="quiet" isBusy={closing.isBusy} onClick={() => void closing.run(userId)}>
              Dismiss
            </Button>
          </li>
        ))}
      </ul>
      {closing.error && <ErrorNotice title="The request couldn’t be dismissed." error={closing.error} />}
    </Card>
  );
}

const list = css`
  display: grid;
  gap: 12px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    align-items: flex-start;
    justify-content: space-between;
    gap: 16px;
  }
  & p {
    overflow-wrap: anywhere;
  }
  & small {
    color: var(--ph-text-2);
  }
`;
