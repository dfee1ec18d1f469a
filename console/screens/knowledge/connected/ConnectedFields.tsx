import { useEffect, useEffectEvent, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { Connecting } from "../../../../shared/contract/knowledge/connections.ts";
import type { SourceConnection } from "../../../../shared/contract/knowledge/sourceConnection.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useKeptFocus } from "../../../parts/useKeptFocus.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { disconnect } from "../../../state/knowledge/connections.ts";
import { dataSources, loadDataSources } from "../../../state/knowledge/dataSources.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { drawn } from "../../../state/platform/resource.ts";
import { ChosenList } from "./ChosenList.tsx";
import type { ConnectedDraft } from "./connectedDraft.ts";
import { connectWords, describeReturn } from "./connectWords.ts";
import { useConnecting } from "./useConnecting.ts";
import { readLocationPath } from "../../../../shared/client/basePath.ts";
import { ConnectPanel } from "./ConnectPanel.tsx";
import { Picker } from "./Picker.tsx";

interface ConnectedFieldsProps {
  draft: ConnectedDraft;
  isEdit?: boolean | undefined;
  place: AgentPlace;
  onChange: (draft: ConnectedDraft) => void;
}

/** What is read with somebody's account: whose, and what was chosen in it. */
export function ConnectedFields(props: ConnectedFieldsProps): ReactNode {
  const { draft, isEdit, place, onChange } = props;
  const { connecting, error: failure, read } = useConnecting(place.orgId, draft.kind);
  const query = useQuery();
  const came = query.read("connection");
  const kept = useKeptFocus<HTMLDivElement>();
  const set = (change: Partial<ConnectedDraft>) => onChange({ ...draft, ...change });

  const chooseFirst = useEffectEvent(({ connections }: Connecting) => {
    if (isEdit || draft.connectionId !== null) return;
    const first =
      connections.find(({ id }) => id === came) ??
      connections.find(({ state }) => state === "connected") ??
      connections[0];
    if (first) set({ connectionId: first.id });
  });
  useEffect(() => {
    if (connecting) chooseFirst(connecting);
  }, [connecting]);

  if (failure) return <ErrorNotice error={failure} onRetry={() => void read()} />;
  if (!connecting) return <Skeleton height="240px" />;
  return (
    <div {...kept} className={frame}>
      {query.read("connectError") && <p role="alert">{describeReturn(query.read("connectError"))}</p>}
      <Account {...props} connecting={connecting} onRead={read} />
      {draft.connectionId !== null && <ChosenList items={draft.items} onChange={(items) => set({ items })} />}
    </div>
  );
}

interface AccountProps extends ConnectedFieldsProps {
  connecting: Connecting;
  onRead: () => Promise<void>;
}

/** The account and what lies in it; or the way to connect one. */
function Account({ draft, isEdit, place, onChange, connecting, onRead }: AccountProps): ReactNode {
  const [isConnecting, setIsConnecting] = useState(false);
  const [hasConnected, setHasConnected] = useState(false);
  const [leaving, setLeaving] = useState<Snapshot<SourceConnection> | null>(null);
  const sources = useSnapshot(dataSources).data?.items ?? [];
  const { kind, connectionId, items } = draft;
  const { connections } = connecting;
  const own = connections.find(({ id }) => id === connectionId);
  // Whose account reads it is told with the source that is edited.
  const theirs = own
    ? null
    : (sources.find(({ connection }) => connection?.id === connectionId)?.connection ?? null);
  const isOpen = own?.state === "connected" && !isConnecting;
  const words = connectWords[kind];
  return (
    <>
      {connections.length > 0 && (
        <div className={bar}>
          <Select
            label={words.account}
            value={own?.id ?? ""}
            options={[
              ...(own
                ? []
                : [
                    { value: "", label: isEdit && connectionId !== null ? "Another member’s" : "Choose one" },
                  ]),
              ...connections.map(({ id, name, state }) => ({
                value: id,
                label: state === "expired" ? `${name} (connect again)` : name,
              })),
            ]}
            onChange={(id) => id && onChange({ ...draft, connectionId: id })}
          />
          <Button onClick={() => setIsConnecting(!isConnecting)}>
            {isConnecting ? "Back" : "Connect another"}
          </Button>
          {own && (
            <Button kind="quiet" onClick={() => setLeaving(own)}>
              Disconnect
            </Button>
          )}
        </div>
      )}
      {leaving && (
        <ConfirmDialog
          title={`Disconnect ${leaving.name}?`}
          confirmLabel="Disconnect"
          onConfirm={async () => {
            await disconnect(place.orgId, leaving);
            onChange({ ...draft, connectionId: null, ...(!isEdit && { items: [] }) });
            if (isEdit) drawn(loadDataSources(place));
            await onRead();
          }}
          onClose={() => setLeaving(null)}
        >
          Its sources keep their pages but don’t sync until an account is connected.
        </ConfirmDialog>
      )}
      {isEdit && !own && connectionId !== null && (
        <div className={bar}>
          <p className={quiet}>
            {theirs ? `${theirs.name}, another member’s account,` : "Another member’s account"} reads this
            source. To choose more, use your own account.
          </p>
          {theirs && mayDo("organization.update") && (
            <Button kind="quiet" onClick={() => setLeaving(theirs)}>
              Disconnect
            </Button>
          )}
        </div>
      )}
      {isOpen && (
        <Picker
          key={own.id}
          provider={kind}
          connectionId={own.id}
          chosen={items}
          takesFocus={hasConnected}
          onChange={(chosen) => onChange({ ...draft, items: chosen })}
          onLost={() => void onRead()}
        />
      )}
      {(isConnecting || own?.state === "expired" || (connections.length === 0 && !isOpen)) && (
        <ConnectPanel
          provider={kind}
          connecting={connecting}
          place={place}
          returnTo={`${readLocationPath()}?${isEdit ? "" : `add=${kind}`}`}
          onConnected={({ id }) => {
            setIsConnecting(false);
            setHasConnected(true);
            void onRead();
            onChange({ ...draft, connectionId: id });
          }}
        />
      )}
    </>
  );
}

/** Its parts are in the form as if it were not there. */
const frame = css`
  display: contents;
`;
const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 12px;
  & > :first-child {
    flex: 1 1 240px;
  }
`;
const quiet = css`
  color: var(--ph-text-2);
`;
