import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { LogIn, SquarePen, Unplug } from "lucide-react";
import type {
  Integration,
  IntegrationProvider,
} from "../../../../shared/contract/integrations/integrations.ts";
import { formatRelativeTime } from "../../../../shared/format/relativeTime.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { Card } from "../../../parts/Card.tsx";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { describeCount } from "../../../parts/describeNumber.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { useNow } from "../../../parts/useNow.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import {
  connectionPath,
  disconnectIntegration,
  renewIntegration,
  signInAt,
} from "../../../state/integrations/integrations.ts";
import type { IntegrationPlace } from "../../../state/integrations/integrations.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import { stateWords } from "./connectionWords.ts";
import { ServiceIcon } from "./ServiceIcon.tsx";
import { ConnectDialog } from "../overlays.ts";

interface ConnectionHeadProps {
  place: IntegrationPlace;
  connection: Snapshot<Integration>;
  provider: Snapshot<IntegrationProvider>;
}

/** How a connection is, and the one thing to do about it. */
export function ConnectionHead({ place, connection, provider }: ConnectionHeadProps): ReactNode {
  const { name, state, reason, account, connectedAt, visitors, auth, hasClient } = connection;
  const now = useNow();
  const [asking, setAsking] = useState<"change" | "disconnect" | null>(null);
  const leaving = useAction(() => signInAt(place, connection));
  const renewing = useAction(async () => {
    const { isDone, message } = await renewIntegration(place);
    showToast(message, isDone ? undefined : "danger");
  });
  const { label, tone } = stateWords[state];
  const facts = [
    account,
    connectedAt !== null && `connected ${formatRelativeTime(connectedAt, now)}`,
    visitors > 0 && `${describeCount(visitors, "visitor")} signed in`,
  ];
  // A key, or a client that is missing, is typed in the dialog.
  const canLeave = auth === "oauth" && hasClient;
  const handleConnect = () => (canLeave ? void leaving.run() : setAsking("change"));
  return (
    <Card label={name}>
      <div className={head}>
        <ServiceIcon icon={provider.icon} />
        <div>
          <h2>{name}</h2>
          <small>{facts.filter(Boolean).join(" · ") || provider.summary}</small>
        </div>
        <Badge tone={tone} hasDot>
          {label}
        </Badge>
        {mayDo("integrations.update") && (
          <div>
            {state === "connected" ? (
              <Button isBusy={renewing.isBusy} onClick={() => void renewing.run()}>
                Check access
              </Button>
            ) : (
              <Button
                kind="primary"
                icon={<LogIn size={16} aria-hidden />}
                isBusy={leaving.isBusy}
                onClick={handleConnect}
              >
                {state === "unconnected" ? "Connect" : "Reconnect"}
              </Button>
            )}
            <RowMenu
              label={`Actions for ${name}`}
              actions={[
                {
                  ...{ label: "Change", icon: <SquarePen size={16} aria-hidden /> },
                  onChoose: () => setAsking("change"),
                },
                {
                  ...{ label: "Disconnect", icon: <Unplug size={16} aria-hidden />, isDanger: true },
                  onChoose: () => setAsking("disconnect"),
                },
              ]}
            />
          </div>
        )}
      </div>
      {reason && <p className={problem}>{reason}</p>}
      {leaving.error && <ErrorNotice title="The service was not connected." error={leaving.error} />}
      {renewing.error && <ErrorNotice title="The access was not checked." error={renewing.error} />}
      {asking === "change" && (
        <Suspense>
          <ConnectDialog
            place={place}
            provider={provider}
            connection={connection}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
      {asking === "disconnect" && (
        <ConfirmDialog
          title={`Disconnect ${name}?`}
          confirmLabel="Disconnect"
          onConfirm={async () => {
            await disconnectIntegration(place);
            showToast(`${name} disconnected`);
            navigate(connectionPath(place));
          }}
          onClose={() => setAsking(null)}
        >
          Actions that use it stop working immediately. Its access and events are deleted.
        </ConfirmDialog>
      )}
    </Card>
  );
}

const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px;
  & > div:nth-child(2) {
    display: grid;
    flex: 1 1 200px;
    gap: 2px;
    min-width: 0;
  }
  & > div:nth-child(4) {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  & h2,
  & small {
    overflow-wrap: anywhere;
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
`;
const problem = css`
  margin-top: 12px;
  color: var(--ph-danger-text);
`;
