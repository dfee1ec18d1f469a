import { useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { Snapshot } from "valtio";
import type {
  Integration,
  IntegrationProvider,
} from "../../../../shared/contract/integrations/integrations.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { Choices } from "../../../parts/Choices.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { useAction } from "../../../parts/useAction.ts";
import {
  addIntegration,
  changeIntegration,
  connectionPath,
  disconnectIntegration,
  loadIntegrations,
  signInAt,
} from "../../../state/integrations/integrations.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { ClientFields } from "./ClientFields.tsx";

interface ConnectDialogProps {
  place: AgentPlace;
  provider: Snapshot<IntegrationProvider>;
  /** The connection to change; left out, one is added. */
  connection?: Snapshot<Integration>;
  /** The names that connections of the agent have. */
  taken?: readonly string[];
  onClose: () => void;
}

type Way = "signIn" | "key";

/** Connects a service by signing in there or by a key, or changes how it is connected. */
export function ConnectDialog(props: ConnectDialogProps): ReactNode {
  const { place, provider, connection, taken = [], onClose } = props;
  const { signIn, key } = provider;
  const formId = useId();
  const [name, setName] = useState(connection?.name ?? findFreeName(provider.name, taken));
  const [settings, setSettings] = useState<Record<string, string>>({ ...connection?.settings });
  const [way, setWay] = useState<Way>(chooseWay(provider, connection));
  const [secret, setSecret] = useState("");
  const [client, setClient] = useState({ id: connection?.clientId ?? "", secret: "" });
  const [added, setAdded] = useState<Integration | null>(null);
  const isByKey = way === "key";
  const needsClient = !isByKey && signIn?.hasClient === false;
  const saving = useAction(async () => {
    const data = {
      settings,
      ...(isByKey && secret !== "" && { key: secret }),
      ...(!isByKey && client.id.trim() !== "" && { clientId: client.id.trim() }),
      ...(!isByKey && client.secret !== "" && { clientSecret: client.secret }),
    };
    const there = connection ?? added;
    if (there) {
      const { id: integrationId, updatedAt } = there;
      const changed = await changeIntegration({ ...place, integrationId }, { ...data, updatedAt });
      if (added) setAdded(changed);
      if (!isByKey && (changed.state !== "connected" || changed.auth === "key"))
        return signInAt(place, changed);
      showToast("Connection changed");
      return onClose();
    }
    const made = await addIntegration(place, { provider: provider.id, name: name.trim(), ...data });
    if (isByKey) {
      showToast(`${provider.name} connected`);
      return navigate(connectionPath(place, made.id));
    }
    // It is there even if its service can't be reached now: the next try changes it.
    setAdded(made);
    return signInAt(place, made);
  });
  /** What was given for another address or client is no longer valid: ask the service again. */
  const isOther =
    client.id.trim() !== (connection?.clientId ?? "") ||
    provider.settings.some(({ id }) => (settings[id] ?? "").trim() !== (connection?.settings[id] ?? ""));
  const isConnected = connection?.auth === "oauth" && connection.state === "connected" && !isOther;
  const { error } = saving;
  /** What was added for a sign-in that never came is not left behind under its name. */
  const handleClose = () => {
    if (added)
      void disconnectIntegration({ ...place, integrationId: added.id })
        .catch(() => {})
        .then(() => loadIntegrations(place));
    onClose();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void saving.run();
  };
  return (
    <Dialog
      title={connection ? `Change ${connection.name}` : `Connect ${provider.name}`}
      width={560}
      onClose={handleClose}
      actions={
        <>
          <Button onClick={handleClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={saving.isBusy}>
            {isByKey || isConnected
              ? connection
                ? "Save connection"
                : "Connect"
              : `Sign in to ${provider.name}`}
          </Button>
        </>
      }
    >
      <form id={formId} className={form} onSubmit={handleSubmit} noValidate>
        {error && <ErrorNotice title="The service was not connected." error={error} />}
        {signIn && key && (
          <Choices
            label="How to connect"
            value={way}
            options={[
              { value: "signIn", label: "Sign in" },
              { value: "key", label: key.label },
            ]}
            onChange={setWay}
          />
        )}
        {!connection && !added && (
          <TextField
            label="Name"
            hint="Actions use the connection by this name."
            isRequired
            limit={60}
            value={name}
            onChange={setName}
            error={findFieldError(error, "name")}
          />
        )}
        {provider.settings.map(({ id, label, hint, placeholder, isRequired }) => (
          <TextField
            key={id}
            label={label}
            hint={hint}
            isRequired={isRequired}
            limit={2000}
            placeholder={placeholder}
            value={settings[id] ?? ""}
            onChange={(value) => setSettings({ ...settings, [id]: value })}
            error={findFieldError(error, `settings.${id}`)}
          />
        ))}
        {isByKey && key && (
          <TextField
            label={key.label}
            type="password"
            autoComplete="new-password"
            hint={key.hint}
            isRequired={!connection}
            limit={4000}
            value={secret}
            onChange={setSecret}
            error={findFieldError(error, "data.key")}
          />
        )}
        {needsClient && signIn && (
          <ClientFields signIn={signIn} client={client} onChange={setClient} error={error} />
        )}
        {!isByKey && signIn && signIn.scopes.length > 0 && (
          <div className={rights}>
            <p>The agent will be able to:</p>
            <ul>
              {signIn.scopes.map(({ scope, words }) => (
                <li key={scope}>{words}</li>
              ))}
            </ul>
          </div>
        )}
      </form>
    </Dialog>
  );
}

function chooseWay(
  { signIn, key }: Snapshot<IntegrationProvider>,
  connection: Snapshot<Integration> | undefined,
): Way {
  if (!signIn || connection?.auth === "key") return "key";
  // Without a client of the operator's the key is the shorter way.
  return key && !signIn.hasClient && !connection ? "key" : "signIn";
}

function findFreeName(name: string, taken: readonly string[]): string {
  const isTaken = (wanted: string) => taken.some((one) => one.toLowerCase() === wanted.toLowerCase());
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = `${name} ${number}`;
  return free;
}

const form = css`
  display: grid;
  gap: 20px;
  color: var(--ph-text);
`;
const rights = css`
  & > p {
    color: var(--ph-text-2);
  }
  & > ul {
    display: grid;
    gap: 2px;
    margin: 6px 0 0;
    padding-inline-start: 20px;
  }
`;
