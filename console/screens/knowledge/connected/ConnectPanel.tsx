import { useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { KeyRound, LogIn, Settings } from "lucide-react";
import type { Connecting, Connection } from "../../../../shared/contract/knowledge/connections.ts";
import type { ConnectionProvider } from "../../../../shared/contract/knowledge/sourceConnection.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { PasswordField } from "../../../parts/PasswordField.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { connectByToken, signInAtProvider } from "../../../state/knowledge/connections.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { connectWords } from "./connectWords.ts";

interface ConnectPanelProps {
  provider: ConnectionProvider;
  connecting: Connecting;
  place: AgentPlace;
  /** The source that is read with what is connected. */
  sourceId?: string | undefined;
  /** The page to come back to from the provider. */
  returnTo: string;
  /** A token was taken; signing in leaves the page instead. */
  onConnected: (connection: Connection) => void;
}

/** The ways to connect an account: signing in at the provider, or a token. What is not set up says what is missing. */
export function ConnectPanel(props: ConnectPanelProps): ReactNode {
  const { provider, connecting } = props;
  const { signIn, takesToken } = connecting;
  return (
    <div className={panel}>
      {signIn.isReady && <SignIn {...props} />}
      {takesToken && <TokenForm {...props} hasOther={signIn.isReady} />}
      {!signIn.isReady && !takesToken && <NotSetUp provider={provider} missing={signIn.missing} />}
    </div>
  );
}

function SignIn({ provider, place, sourceId, returnTo }: ConnectPanelProps): ReactNode {
  const { agentId } = place;
  const leaving = useAction(() =>
    signInAtProvider({
      ...{ type: provider, returnTo },
      ...(sourceId && { source: { agentId, sourceId } }),
    }),
  );
  return (
    <>
      <p>
        Choose what Pilothouse can read in {connectWords[provider].label}. It can’t change anything there.
        Other members can’t use your account to choose.
      </p>
      <div>
        <Button kind="primary" isBusy={leaving.isBusy} onClick={() => leaving.run()}>
          <LogIn size={16} aria-hidden />
          {connectWords[provider].signIn}
        </Button>
      </div>
      {leaving.error && <ErrorNotice error={leaving.error} />}
    </>
  );
}

function TokenForm({
  place,
  sourceId,
  onConnected,
  hasOther,
}: ConnectPanelProps & { hasOther: boolean }): ReactNode {
  const [token, setToken] = useState("");
  const connecting = useAction(async () => {
    onConnected(await connectByToken(place, { token, ...(sourceId && { sourceId }) }));
  });
  const refusal = findFieldError(connecting.error, "token");
  // The form around it adds the source.
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (token.trim()) void connecting.run();
  };
  return (
    <div className={tokenForm} onKeyDown={handleKey}>
      {hasOther && <p>Or use the token of an internal integration:</p>}
      <PasswordField
        label="Integration token"
        name="provider-token"
        autoComplete="new-password"
        hint="In Notion: Settings, Connections, Develop or manage integrations. Create an internal one, copy its secret and give it access to the pages."
        value={token}
        onChange={setToken}
        error={refusal}
      />
      <div>
        <Button
          kind={hasOther ? "secondary" : "primary"}
          isBusy={connecting.isBusy}
          disabled={token.trim() === ""}
          onClick={() => connecting.run()}
        >
          <KeyRound size={16} aria-hidden />
          {connecting.isBusy ? "Checking token…" : "Connect"}
        </Button>
      </div>
      {connecting.error && !refusal && <ErrorNotice error={connecting.error} />}
    </div>
  );
}

function NotSetUp({
  provider,
  missing,
}: {
  provider: ConnectionProvider;
  missing: readonly string[];
}): ReactNode {
  const { label } = connectWords[provider];
  return (
    <div className={notSetUp} role="note">
      <Settings size={18} aria-hidden />
      <div>
        <strong>{label} is not set up on this server yet.</strong>
        {missing.length === 0 ? (
          <p>Ask an administrator to set it up.</p>
        ) : (
          <p>
            Set{" "}
            {missing.map((name, at) => (
              <span key={name}>
                {at > 0 && " and "}
                <code>{name}</code>
              </span>
            ))}{" "}
            and restart the server. The README explains where to get them.
          </p>
        )}
      </div>
    </div>
  );
}

const panel = css`
  display: grid;
  gap: 12px;
  padding: 16px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  & > p {
    color: var(--ph-text-2);
  }
`;
const tokenForm = css`
  display: grid;
  gap: 12px;
  & > p {
    color: var(--ph-text-2);
  }
`;
const notSetUp = css`
  display: flex;
  gap: 12px;
  & > svg {
    flex: none;
    margin-top: 2px;
    color: var(--ph-text-3);
  }
  & p {
    margin-top: 4px;
    color: var(--ph-text-2);
  }
  & code {
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
    overflow-wrap: anywhere;
  }
`;
