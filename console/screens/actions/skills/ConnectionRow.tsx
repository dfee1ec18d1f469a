import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Select } from "../../../../shared/ui/Select.tsx";
import { grantOwners } from "../../../../shared/domain/integrations.ts";
import type { GrantOwner } from "../../../../shared/domain/integrations.ts";
import { integrations, loadIntegrations } from "../../../state/integrations/integrations.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";

interface ConnectionAuth {
  type: "connection";
  name: string;
  owner: GrantOwner;
}

interface ConnectionRowProps {
  place: AgentPlace;
  auth: ConnectionAuth;
  onChange: (auth: ConnectionAuth) => void;
  error: string | undefined;
  isDisabled: boolean;
}

const ownerOptions = Object.entries(grantOwners).map(([value, label]) => ({ value, label }));

/** The connection whose access signs the request, and whose access it is. */
export function ConnectionRow({ place, auth, onChange, error, isDisabled }: ConnectionRowProps): ReactNode {
  const { orgId, agentId } = place;
  const { data } = useSnapshot(integrations);
  useEffect(() => void loadIntegrations({ orgId, agentId }), [orgId, agentId]);
  const { name, owner } = auth;
  const connections = data?.connections ?? [];
  const chosen = connections.find((one) => one.name === name);
  const names = connections.map((one) => one.name);
  const isGone = data !== null && name !== "" && !chosen;
  const signIn = data?.providers.find(({ id }) => id === chosen?.provider)?.signIn;
  return (
    <>
      <Select
        label="Connection"
        value={name}
        options={(chosen ? names : [name, ...names]).map((value) => ({
          value,
          label: value || "Choose a connection",
        }))}
        onChange={(value) => onChange({ ...auth, name: value })}
        error={error ?? (isGone ? `There is no connection called ${name}.` : undefined)}
        isDisabled={isDisabled}
      />
      {(signIn?.isForVisitors || owner === "visitor") && (
        <Select
          label="Account"
          hint="Visitors sign in in the chat. The agent then has the access of their account."
          value={owner}
          options={ownerOptions}
          onChange={(value) => onChange({ ...auth, owner: value as GrantOwner })} // a value of the options
          isDisabled={isDisabled}
        />
      )}
    </>
  );
}
