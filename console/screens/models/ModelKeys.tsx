import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useParams } from "wouter";
import { KeyRound, Plus } from "lucide-react";
import { providers } from "../../../shared/domain/providers.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { SettingsPage } from "../../parts/SettingsPage.tsx";
import { Card } from "../../parts/Card.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { useKeptFocus } from "../../parts/useKeptFocus.ts";
import { keyCalls, loadModelKeys, modelKeys } from "../../state/models/modelKeys.ts";
import { drawn } from "../../state/platform/resource.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { AddKeyDialog } from "./AddKeyDialog.tsx";
import { DefaultModelsCard } from "./DefaultModelsCard.tsx";
import { EmbeddingCard } from "./EmbeddingCard.tsx";
import { KeyRow } from "./KeyRow.tsx";
import { SpeechCard } from "./SpeechCard.tsx";
import { VoiceKeysCard } from "./VoiceKeysCard.tsx";

/** The keys by which agents talk to language models, and the model that new agents begin with. */
export default function ModelKeys(): ReactNode {
  const { orgId = "" } = useParams();
  const resource = useSnapshot(modelKeys);
  const isUnread = useSnapshot(keyCalls).error === "GET_KEY_ERROR";
  const [isAdding, setIsAdding] = useState(false);
  const mayUpdate = mayDo("modelKeys.update");
  const reload = () => drawn(loadModelKeys(orgId));
  useEffect(reload, [orgId]);
  const addButton = (
    <Button kind="primary" icon={<Plus size={17} aria-hidden />} onClick={() => setIsAdding(true)}>
      Add a key
    </Button>
  );
  return (
    <SettingsPage
      part="modelKeys"
      subtitle="Until you add a key, the built-in model answers. Keys are stored encrypted and sent only to their provider."
      actions={mayUpdate && resource.data && resource.data.length > 0 && addButton}
    >
      <div {...useKeptFocus<HTMLDivElement>()} className={content}>
        <Loaded
          resource={resource}
          needs="modelKeys.read"
          onRetry={reload}
          failedTitle={isUnread ? "The keys could not be read." : undefined}
          skeleton={<Skeleton height="180px" />}
        >
          {(keys) => (
            <>
              {keys.length === 0 ? (
                <Card>
                  <EmptyState
                    title="No keys yet"
                    icon={<KeyRound size={22} aria-hidden />}
                    action={mayUpdate && addButton}
                  >
                    Add a key for {providerNames}, or the address of an OpenAI-compatible server such as
                    Ollama or vLLM.
                  </EmptyState>
                </Card>
              ) : (
                <ul className={list} aria-label="Keys">
                  {keys.map((key) => (
                    <KeyRow key={key.id} orgId={orgId} modelKey={key} onChanged={reload} />
                  ))}
                </ul>
              )}
              <DefaultModelsCard orgId={orgId} keys={keys} />
              <EmbeddingCard orgId={orgId} keys={keys} />
              <SpeechCard orgId={orgId} keys={keys} />
              <VoiceKeysCard orgId={orgId} />
            </>
          )}
        </Loaded>
      </div>
      {isAdding && <AddKeyDialog orgId={orgId} onAdded={reload} onClose={() => setIsAdding(false)} />}
    </SettingsPage>
  );
}

const providerNames = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(
  providers.map(({ label }) => label),
);
const content = css`
  display: grid;
  gap: 24px;
  min-width: 0;
  @media (max-width: 768px) {
    gap: 20px;
  }
`;
const list = css`
  display: grid;
  gap: 10px;
  margin: 0;
  padding: 0;
  list-style: none;
`;
