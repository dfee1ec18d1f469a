import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { RotateCcwKey, Trash2 } from "lucide-react";
import type { VoiceKey } from "../../../shared/contract/voice/voiceKeys.ts";
import { voiceServiceFacts, voiceServices } from "../../../shared/domain/voiceServices.ts";
import type { VoiceService } from "../../../shared/domain/voiceServices.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { RowMenu } from "../../parts/RowMenu.tsx";
import { VoiceKeyDialog } from "../../parts/VoiceKeyDialog.tsx";
import { mayDo } from "../../state/accounts/organization.ts";
import { forgetVoiceKey, loadVoiceKeys, voiceKeys } from "../../state/models/voiceKeys.ts";

/** The keys of services that speak in calls or show a face there. */
export function VoiceKeysCard({ orgId }: { orgId: string }): ReactNode {
  const resource = useSnapshot(voiceKeys);
  const reload = () => void loadVoiceKeys(orgId);
  useEffect(reload, [orgId]);
  return (
    <Card
      title="Voices and avatars"
      subtitle="Voices and video avatars for calls. These services receive what agents say."
    >
      <Loaded
        resource={resource}
        needs="modelKeys.read"
        onRetry={reload}
        skeleton={<Skeleton height="168px" />}
      >
        {(keys) => (
          <>
            <ServiceList {...{ orgId, keys }} label="Services" services={ofScreens} />
            <details className={developer}>
              <summary>Developer</summary>
              <ServiceList {...{ orgId, keys }} label="Services for programs" services={ofPrograms} />
            </details>
          </>
        )}
      </Loaded>
    </Card>
  );
}

const ofPrograms = voiceServices.filter((service) => voiceServiceFacts[service].isForDevelopers);
const ofScreens = voiceServices.filter((service) => !voiceServiceFacts[service].isForDevelopers);

interface ServiceListProps {
  orgId: string;
  keys: Snapshot<VoiceKey[]>;
  label: string;
  services: readonly VoiceService[];
}

function ServiceList({ orgId, keys, label, services }: ServiceListProps): ReactNode {
  return (
    <ul className={list} aria-label={label}>
      {services.map((service) => {
        const voiceKey = keys.find((one) => one.service === service);
        return <ServiceRow key={service} {...{ orgId, service, voiceKey }} />;
      })}
    </ul>
  );
}

interface ServiceRowProps {
  orgId: string;
  service: VoiceService;
  voiceKey: Snapshot<VoiceKey> | undefined;
}

function ServiceRow({ orgId, service, voiceKey }: ServiceRowProps): ReactNode {
  const { label, summary } = voiceServiceFacts[service];
  const [open, setOpen] = useState<"set" | "remove" | null>(null);
  const place = { orgId, service };
  const close = () => setOpen(null);
  return (
    <li>
      <div>
        <h3>{label}</h3>
        <p>
          {voiceKey
            ? `${voiceKey.baseUrl ? `${voiceKey.baseUrl} · ` : ""}Key ends in ${voiceKey.lastFour}`
            : summary}
        </p>
        {voiceKey?.refusal && <p data-problem="">{voiceKey.refusal}</p>}
      </div>
      {voiceKey && (
        <Badge tone={voiceKey.refusal ? "danger" : "success"}>
          {voiceKey.refusal ? "Refused" : "Connected"}
        </Badge>
      )}
      {mayDo("modelKeys.update") &&
        (voiceKey ? (
          <RowMenu
            label={`Actions for ${label}`}
            actions={[
              {
                label: "Replace key",
                icon: <RotateCcwKey size={16} aria-hidden />,
                onChoose: () => setOpen("set"),
              },
              {
                label: "Remove key",
                icon: <Trash2 size={16} aria-hidden />,
                onChoose: () => setOpen("remove"),
                isDanger: true,
              },
            ]}
          />
        ) : (
          <Button size="small" onClick={() => setOpen("set")} aria-label={`Connect ${label}`}>
            Connect
          </Button>
        ))}
      {open === "set" && <VoiceKeyDialog place={place} onClose={close} />}
      {open === "remove" && (
        <ConfirmDialog
          title={`Remove ${label} key?`}
          confirmLabel="Remove key"
          onConfirm={() => forgetVoiceKey(place)}
          onClose={close}
        >
          {service === "elevenlabs"
            ? "Calls use the model for speech instead."
            : "Calls no longer show its video avatar."}
        </ConfirmDialog>
      )}
    </li>
  );
}

const list = css`
  display: grid;
  gap: 0;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    align-items: center;
    gap: 12px;
    padding-block: 12px;
  }
  & > li + li {
    border-top: 1px solid var(--ph-line);
  }
  & > li:first-child {
    padding-top: 0;
  }
  & > li:last-child {
    padding-bottom: 0;
  }
  & > li > div:first-child {
    flex: 1;
    min-width: 0;
  }
  & h3 {
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & p[data-problem] {
    color: var(--ph-danger-text);
  }
`;
const developer = css`
  margin-top: 12px;
  padding-top: 8px;
  border-top: 1px solid var(--ph-line);
  & > summary {
    width: fit-content;
    padding: 6px 0;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    cursor: pointer;
  }
  & > ul {
    padding-top: 8px;
  }
`;
