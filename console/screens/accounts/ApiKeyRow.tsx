import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Ban, SquarePen } from "lucide-react";
import type { ApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { describeDateTime, describeDay } from "../../parts/describeMoment.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { RowMenu } from "../../parts/RowMenu.tsx";
import { useNow } from "../../parts/useNow.ts";
import { endApiKey } from "../../state/accounts/apiKeys.ts";
import { agents } from "../../state/agents/agents.ts";
import { authentication } from "../../state/accounts/authentication.ts";
import { nameScopes } from "./nameScopes.ts";
import { KeyDialog } from "./KeyDialog.tsx";

interface ApiKeyRowProps {
  orgId: string;
  apiKey: Snapshot<ApiKey>;
  mayChange: boolean;
  onChanged: () => void;
}

/** One API key: what it may, who made it, when it was used, and the ways to change and end it. */
export function ApiKeyRow({ orgId, apiKey, mayChange, onChanged }: ApiKeyRowProps): ReactNode {
  const now = useNow();
  const { user } = useSnapshot(authentication);
  const [open, setOpen] = useState<"change" | "revoke" | null>(null);
  const { id: keyId, name, ending, madeBy, lastUsedAt, lastUsedAddress } = apiKey;
  const isOwn = madeBy._id === user?._id;
  const change = {
    label: "Edit key",
    icon: <SquarePen size={16} aria-hidden />,
    onChoose: () => setOpen("change"),
  };
  const revoke = {
    ...{ label: "Revoke", icon: <Ban size={16} aria-hidden />, isDanger: true },
    onChoose: () => setOpen("revoke"),
  };
  const close = () => setOpen(null);
  return (
    <tr>
      <th scope="row" className={keyName}>
        <strong>{name}</strong>
        <code>ph_…{ending}</code>
      </th>
      <td data-name="Permissions">
        <Rights apiKey={apiKey} />
      </td>
      <td data-name="Created by">{isOwn ? "You" : madeBy.name || "Former member"}</td>
      <td data-name="Last used">
        {lastUsedAt === null ? (
          "Never"
        ) : (
          <span title={describeDateTime(lastUsedAt)}>
            {formatRelativeTime(lastUsedAt, now)}
            {lastUsedAddress && <small className={address}>{lastUsedAddress}</small>}
          </span>
        )}
      </td>
      <td data-name="Status">
        <KeyState apiKey={apiKey} />
      </td>
      {mayChange && (
        <td data-menu>
          <RowMenu label={`Actions for ${name}`} actions={isOwn ? [change, revoke] : [revoke]} />
          {open === "change" && (
            <KeyDialog orgId={orgId} apiKey={apiKey} onChanged={onChanged} onClose={close} />
          )}
          {open === "revoke" && (
            <ConfirmDialog
              title={`Revoke ${name}?`}
              confirmLabel="Revoke key"
              onConfirm={async () => {
                await endApiKey({ orgId, keyId });
                showToast("API key revoked");
                onChanged();
              }}
              onClose={close}
            >
              Programs that use ph_…{ending} stop working immediately. You can’t undo this.
            </ConfirmDialog>
          )}
        </td>
      )}
    </tr>
  );
}

function Rights({ apiKey }: { apiKey: Snapshot<ApiKey> }): ReactNode {
  const { items } = useSnapshot(agents);
  const { scopes, agentIds } = apiKey;
  const names = nameScopes(scopes);
  const shown = names.slice(0, 2);
  const more = names.length - shown.length;
  const own = agentIds?.map((id) => items.find((agent) => agent.id === id)?.name ?? "a deleted agent");
  return (
    <span title={names.join("\n")}>
      {shown.join(", ")}
      {more > 0 && ` and ${more} more`}
      {own && (
        <small className={address}>
          {own.length > 2 ? `Only ${own.length} agents` : `Only ${new Intl.ListFormat("en").format(own)}`}
        </small>
      )}
    </span>
  );
}

function KeyState({ apiKey }: { apiKey: Snapshot<ApiKey> }): ReactNode {
  const { state, expiresAt, scopes, allowed } = apiKey;
  if (state === "expired") return <Badge tone="warning">Expired</Badge>;
  if (state === "stopped") {
    return (
      <span title="Its creator left or lost these permissions.">
        <Badge tone="danger">Stopped</Badge>
      </span>
    );
  }
  return (
    <span>
      {allowed.length < scopes.length ? (
        <span
          title={`Its creator no longer has: ${nameScopes(scopes.filter((one) => !allowed.includes(one))).join(", ")}`}
        >
          <Badge tone="warning">Partly stopped</Badge>
        </span>
      ) : (
        <Badge tone="success">Active</Badge>
      )}
      {expiresAt !== null && <small className={address}>until {describeDay(expiresAt)}</small>}
    </span>
  );
}

const keyName = css`
  & > strong {
    display: block;
    font-weight: 600;
  }
  & > code {
    color: var(--ph-text-2);
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
  }
`;
const address = css`
  display: block;
  margin-top: 2px;
  white-space: nowrap;
  font-size: var(--ph-text-xs);
  color: var(--ph-text-2);
`;
