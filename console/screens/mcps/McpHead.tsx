import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { LogIn, LogOut, RotateCw, SquarePen, Trash2 } from "lucide-react";
import type { McpServer } from "../../../shared/contract/mcps/mcps.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Card } from "../../parts/Card.tsx";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { RowMenu } from "../../parts/RowMenu.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useNow } from "../../parts/useNow.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { deleteMcpServer, readAgain, signOutOfServer, startMcpSignIn } from "../../state/mcps/mcps.ts";
import type { McpPlace } from "../../state/mcps/mcps.ts";
import { describeHeldBack, describeState, describeTools } from "./mcpWords.ts";
import { readLocationPath } from "../../../shared/client/basePath.ts";
import { browser } from "../../state/platform/browser.ts";
import { McpDialog } from "./McpDialog.tsx";

/** How a server is, and what can be done with it. */
export function McpHead({ place, server }: { place: McpPlace; server: Snapshot<McpServer> }): ReactNode {
  const { name, url, error, readAt, hasSecret, secretEnding, signIn, issuer } = server;
  const now = useNow();
  const query = useQuery();
  const [asking, setAsking] = useState<"change" | "remove" | "signOut" | null>(null);
  const reading = useAction(() => readAgain(place));
  const { label, tone } = describeState(server);
  const signingIn = useAction(async () => {
    browser.go(await startMcpSignIn(place, readLocationPath() + location.search));
  });
  const needsPerson = signIn === "needed" || signIn === "expired" || signIn === "refused";
  const facts = [
    describeTools(server),
    describeHeldBack(server),
    hasSecret && (secretEnding === "" ? "secret saved" : `secret ends in …${secretEnding}`),
    issuer !== null && `signed in at ${new URL(issuer).host}`,
    readAt !== null && `read ${formatRelativeTime(readAt, now)}`,
  ];
  return (
    <Card>
      <div className={head}>
        <div>
          <h2>{name}</h2>
          <code>{url}</code>
          <small>{facts.filter(Boolean).join(" · ")}</small>
        </div>
        <Badge tone={tone} hasDot>
          {label}
        </Badge>
        {mayDo("mcps.update") && (
          <div>
            {needsPerson && (
              <Button
                kind="primary"
                icon={<LogIn size={16} aria-hidden />}
                isBusy={signingIn.isBusy}
                onClick={() => void signingIn.run()}
              >
                {signIn === "needed" ? "Sign in" : "Sign in again"}
              </Button>
            )}
            <Button
              icon={<RotateCw size={16} aria-hidden />}
              isBusy={reading.isBusy}
              onClick={() => void reading.run()}
            >
              Read tools
            </Button>
            <RowMenu
              label={`Actions for ${name}`}
              actions={[
                {
                  ...{ label: "Change", icon: <SquarePen size={16} aria-hidden /> },
                  onChoose: () => setAsking("change"),
                },
                ...(signIn === "connected"
                  ? [
                      {
                        ...{ label: "Sign out", icon: <LogOut size={16} aria-hidden /> },
                        onChoose: () => setAsking("signOut" as const),
                      },
                    ]
                  : []),
                {
                  ...{ label: "Delete", icon: <Trash2 size={16} aria-hidden />, isDanger: true },
                  onChoose: () => setAsking("remove"),
                },
              ]}
            />
          </div>
        )}
      </div>
      {error && <p className={problem}>{error}</p>}
      {signingIn.error && <ErrorNotice title="Sign-in couldn’t start." error={signingIn.error} />}
      {reading.error && <ErrorNotice title="The tools could not be read." error={reading.error} />}
      {asking === "change" && (
        <McpDialog
          place={place}
          server={server}
          onSaved={() => showToast("Server changed")}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === "signOut" && (
        <ConfirmDialog
          title={`Sign out of ${name}?`}
          confirmLabel="Sign out"
          onConfirm={async () => {
            await signOutOfServer(place);
            showToast("Signed out");
          }}
          onClose={() => setAsking(null)}
        >
          The agent stops using its tools immediately.
        </ConfirmDialog>
      )}
      {asking === "remove" && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          confirmLabel="Delete server"
          onConfirm={async () => {
            await deleteMcpServer(place);
            showToast("Server deleted");
            query.set({ server: null });
          }}
          onClose={() => setAsking(null)}
        >
          The agent stops using its tools immediately.
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
  & > div:first-child {
    display: grid;
    flex: 1 1 240px;
    gap: 2px;
    min-width: 0;
  }
  & > div:last-child {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  & h2,
  & code {
    overflow-wrap: anywhere;
  }
  & code {
    color: var(--ph-text-2);
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
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
