import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import type { IntegrationProvider } from "../../../../shared/contract/integrations/integrations.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { CopyLine } from "./CopyLine.tsx";

interface Client {
  id: string;
  secret: string;
}

interface ClientFieldsProps {
  signIn: NonNullable<Snapshot<IntegrationProvider>["signIn"]>;
  client: Client;
  onChange: (client: Client) => void;
  error: RequestError | null;
}

/** A client of one's own at a service, where the operator has set none. */
export function ClientFields({ signIn, client, onChange, error }: ClientFieldsProps): ReactNode {
  const { clientsUrl, redirectUri } = signIn;
  return (
    <fieldset className={fields}>
      <legend>Your OAuth client</legend>
      {clientsUrl && (
        <p>
          <a href={clientsUrl} target="_blank" rel="noreferrer">
            Create a client
          </a>{" "}
          and register this redirect address:
        </p>
      )}
      {redirectUri && <CopyLine label="Redirect address" text={redirectUri} />}
      <TextField
        label="Client ID"
        isRequired
        limit={300}
        value={client.id}
        onChange={(id) => onChange({ ...client, id })}
        error={findFieldError(error, "clientId")}
      />
      <TextField
        label="Client secret"
        type="password"
        autoComplete="new-password"
        limit={4000}
        value={client.secret}
        onChange={(secret) => onChange({ ...client, secret })}
        error={findFieldError(error, "clientSecret")}
      />
    </fieldset>
  );
}

const fields = css`
  display: grid;
  gap: 14px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & > legend {
    padding: 0 0 6px;
    font-weight: 600;
  }
  & > p {
    color: var(--ph-text-2);
  }
`;
