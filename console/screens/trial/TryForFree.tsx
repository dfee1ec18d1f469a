import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useParams } from "wouter";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { EntryCard, EntryForm } from "../../parts/EntryCard.tsx";
import { Choices } from "../../parts/Choices.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { begin, loadOffer, loadTrial, offer, trial } from "../../state/trial/trial.ts";
import { readOwnTrial } from "../../state/trial/ownTrial.ts";
import { TriedAgent } from "./TriedAgent.tsx";

/** An agent for who has no account: an address or a few words, and soon after it answers. */
export default function TryForFree(): ReactNode {
  const { type } = useParams();
  const offered = useSnapshot(offer);
  const { data } = useSnapshot(trial);
  const [isReading, setIsReading] = useState(() => readOwnTrial() !== null);
  useEffect(() => {
    void loadOffer();
    void loadTrial().finally(() => setIsReading(false));
  }, []);
  if (offered.error && !offered.data) {
    return (
      <EntryCard title="Try for free">
        <ErrorNotice error={offered.error} onRetry={() => void loadOffer()} />
      </EntryCard>
    );
  }
  if (!offered.data || (isReading && !data)) {
    return (
      <EntryCard title="Try for free">
        <Skeleton height="120px" />
      </EntryCard>
    );
  }
  if (!offered.data.isOn) {
    return (
      <EntryCard title="Try for free">
        <p>Trials without an account are turned off on this server.</p>
      </EntryCard>
    );
  }
  if (data) return <TriedAgent trial={data} />;
  return <BeginForm first={type === "description" ? "description" : "website"} hours={offered.data.hours} />;
}

function BeginForm({ first, hours }: { first: "website" | "description"; hours: number }): ReactNode {
  const [type, setType] = useState(first);
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const beginning = useAction(() => begin({ type, url, description }));
  const wrong = (field: string) =>
    beginning.error?.fields.find(({ path }) => path === `body.data.${field}`)?.message;
  return (
    <EntryCard
      title="Try for free"
      subtitle={`See an AI agent answer from your own content. No account needed. It stays for ${hours} hours.`}
    >
      <EntryForm error={beginning.error} onSubmit={() => void beginning.run()}>
        <Choices
          label="Start from"
          value={type}
          options={[
            { value: "website", label: "Website" },
            { value: "description", label: "Description" },
          ]}
          onChange={setType}
        />
        {type === "website" ? (
          <TextField
            label="Web address"
            value={url}
            placeholder="www.example.com"
            autoComplete="url"
            error={wrong("url")}
            onChange={setUrl}
          />
        ) : (
          <TextArea
            label="What should it know?"
            value={description}
            rows={5}
            error={wrong("description")}
            onChange={setDescription}
          />
        )}
        <Button kind="primary" type="submit" isBusy={beginning.isBusy}>
          Create agent
        </Button>
      </EntryForm>
    </EntryCard>
  );
}
