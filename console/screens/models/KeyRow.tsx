import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { Cloud, Feather, Gem, Orbit, RefreshCw, RotateCcwKey, Server, Trash2, Waves } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { ModelKey } from "../../../shared/contract/models/modelKeys.ts";
import { groupModels } from "../../../shared/domain/modelKeys.ts";
import { providerOf } from "../../../shared/domain/providers.ts";
import type { ProviderIcon } from "../../../shared/domain/providers.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { RowMenu } from "../../parts/RowMenu.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useNow } from "../../parts/useNow.ts";
import { checkModelKey, forgetModelKey } from "../../state/models/modelKeys.ts";
import { KeyOffer } from "./KeyOffer.tsx";
import { ReplaceKeyDialog } from "./ReplaceKeyDialog.tsx";

interface KeyRowProps {
  orgId: string;
  modelKey: Snapshot<ModelKey>;
  onChanged: () => void;
}

const icons: Record<ProviderIcon, LucideIcon> = {
  orbit: Orbit,
  gem: Gem,
  feather: Feather,
  waves: Waves,
  cloud: Cloud,
};

/** One key: where it leads, whether its provider takes it, and what to do with it. */
export function KeyRow({ orgId, modelKey, onChanged }: KeyRowProps): ReactNode {
  const now = useNow();
  const [open, setOpen] = useState<"replace" | "remove" | null>(null);
  const { id, name, provider, baseUrl, lastFour, refusal, checkedAt, models, speechModels } = modelKey;
  const { label, icon } = providerOf(provider);
  // A provider with OpenAI's protocol and its own address is a different one.
  const Icon = baseUrl === null ? icons[icon] : Server;
  const place = { orgId, keyId: id };
  const checking = useAction(async () => {
    await checkModelKey(place).finally(onChanged);
    showToast("Key works");
  });
  const { chat, embedding } = groupModels(models);
  return (
    <li className={row}>
      <Icon size={18} aria-hidden />
      <div>
        <h2>{name}</h2>
        <p>
          {baseUrl === null ? label : `${baseUrl} · ${label}-compatible`}
          {lastFour ? ` · key ends in ${lastFour}` : " · no key"}
        </p>
        <p>
          {describeModels({ chat: chat.length, embedding: embedding.length, speech: speechModels.length })} ·
          checked{" "}
          <time dateTime={new Date(checkedAt).toISOString()} title={describeDateTime(checkedAt)}>
            {formatRelativeTime(checkedAt, now)}
          </time>
        </p>
        {refusal && <p className={warning}>{refusal} Agents answer without it for now.</p>}
        {checking.error && checking.error.message !== refusal && (
          <ErrorNotice title="The key couldn’t be checked." error={checking.error} />
        )}
      </div>
      <Badge tone={refusal ? "danger" : "success"} hasDot>
        {refusal ? "Refused" : "Works"}
      </Badge>
      <RowMenu
        label={`Actions for ${name}`}
        actions={[
          {
            label: checking.isBusy ? "Checking …" : "Check again",
            icon: <RefreshCw size={16} aria-hidden />,
            onChoose: () => void checking.run(),
          },
          {
            label: "Rename or replace",
            icon: <RotateCcwKey size={16} aria-hidden />,
            onChoose: () => setOpen("replace"),
          },
          {
            label: "Remove",
            icon: <Trash2 size={16} aria-hidden />,
            onChoose: () => setOpen("remove"),
            isDanger: true,
          },
        ]}
      />
      <KeyOffer key={lastFour} {...{ place, name, speechModels }} onAsked={onChanged} />
      {open === "replace" && (
        <ReplaceKeyDialog
          place={place}
          name={name}
          hasKey={lastFour !== null}
          onChanged={onChanged}
          onClose={() => setOpen(null)}
        />
      )}
      {open === "remove" && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          confirmLabel="Remove key"
          onConfirm={async () => {
            await forgetModelKey(place);
            showToast("Key removed");
            onChanged();
          }}
          onClose={() => setOpen(null)}
        >
          Agents that need it use the installation’s key, or the built-in model if there is none.
        </ConfirmDialog>
      )}
    </li>
  );
}

function describeModels({
  chat,
  embedding,
  speech,
}: Record<"chat" | "embedding" | "speech", number>): string {
  const words = [`${chat} ${chat === 1 ? "model" : "models"} for answers`];
  if (embedding > 0) words.push(`${embedding} for embeddings`);
  if (speech > 0) words.push(`${speech} for speech`);
  return words.join(", ");
}

const row = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto auto;
  align-items: start;
  gap: 8px 14px;
  padding: 16px 16px 16px 20px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  & > svg {
    margin-top: 3px;
    color: var(--ph-text-3);
  }
  & h2 {
    font-size: 0.9375rem;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & > span {
    margin-top: 2px;
  }
  & > details {
    grid-column: 2 / -1;
    min-width: 0;
  }
  /* The menu's dots are on the line of the badge. */
  & > span:last-of-type {
    margin-top: -6px;
  }
  @media (max-width: 600px) {
    grid-template-columns: auto minmax(0, 1fr) auto;
    & > span:not(:last-of-type) {
      grid-area: 2 / 2;
      justify-self: start;
    }
  }
`;
const warning = css`
  margin-top: 6px;
  && {
    color: var(--ph-danger-text);
  }
`;
