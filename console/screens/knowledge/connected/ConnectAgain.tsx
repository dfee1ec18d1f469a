import type { ReactNode } from "react";
import { useParams } from "wouter";
import { organizationItself } from "../../../../shared/domain/sharedSources.ts";
import type { ConnectionProvider } from "../../../../shared/contract/knowledge/sourceConnection.ts";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { readDataSource, type ShownSource } from "../../../state/knowledge/dataSources.ts";
import { ConnectPanel } from "./ConnectPanel.tsx";
import { connectWords } from "./connectWords.ts";
import { useConnecting } from "./useConnecting.ts";
import { readLocationPath } from "../../../../shared/client/basePath.ts";

interface ConnectAgainProps {
  provider: ConnectionProvider;
  source: ShownSource;
  onClose: () => void;
}

/** Connects the account of a source again, or another one in its place; the source is then read with it. */
export function ConnectAgain({ provider, source, onClose }: ConnectAgainProps): ReactNode {
  const { orgId = "" } = useParams<{ orgId: string }>();
  const { connecting, error, read } = useConnecting(orgId, provider);
  const place = { orgId, agentId: source.agentId ?? organizationItself };
  const { label } = connectWords[provider];
  const handleConnected = () => {
    showToast("Connected. The source is being read.");
    void readDataSource({ ...place, sourceId: source.id });
    onClose();
  };
  return (
    <Dialog title={`Connect ${label}`} onClose={onClose}>
      {error && <ErrorNotice error={error} onRetry={() => void read()} />}
      {!connecting && !error && <Skeleton height="120px" />}
      {connecting && (
        <ConnectPanel
          provider={provider}
          connecting={connecting}
          place={place}
          sourceId={source.id}
          returnTo={`${readLocationPath()}?source=${source.id}`}
          onConnected={handleConnected}
        />
      )}
    </Dialog>
  );
}
