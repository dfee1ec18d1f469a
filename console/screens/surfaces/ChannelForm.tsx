import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { channelKinds, isWanted } from "../../../shared/domain/channels.ts";
import type { ChannelField } from "../../../shared/domain/channels.ts";
import { writeSlackManifest } from "../../../shared/domain/slackManifest.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Select } from "../../../shared/ui/Select.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { CodeBlock } from "../../parts/CodeBlock.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { listTimeZones } from "../../parts/timeZones.ts";
import { useAction } from "../../parts/useAction.ts";
import { useWrongField } from "../../parts/useWrongField.ts";
import { installChannel, loadChannels, saveChannel } from "../../state/channels/channels.ts";
import type { ShownChannel } from "../../state/channels/channels.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { deployPath } from "./deployTab.ts";

interface ChannelFormProps {
  place: AgentPlace;
  channel: ShownChannel;
  onDone: () => void;
}

/** Guides through a channel's set-up: what to do at the provider, and what to paste here. */
export function ChannelForm({ place, channel, onDone }: ChannelFormProps): ReactNode {
  const kind = channelKinds[channel.type];
  const { name, fields } = kind;
  const [typed, setTyped] = useState<Record<string, string>>({});
  const { install } = kind;
  const valueOf = (field: ChannelField) => {
    // Where this installation has an app, adding it is the shortest way.
    const isFirst = channel.revision === 0 && channel.isInstallable && field.name === install?.field;
    const initial = isFirst ? install.is : (field.usual ?? field.choices?.[0]?.value);
    return typed[field.name] ?? (field.isSecret ? "" : channel.settings[field.name] || (initial ?? ""));
  };
  const values = Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
  const steps = kind.steps.flatMap((step) => {
    if (typeof step === "string") return step;
    return isWanted(kind, step, values) ? step.text : [];
  });
  const saving = useAction(async (enabled: boolean) => {
    const plain = fields.filter((field) => !field.isSecret).map((field) => [field.name, valueOf(field)]);
    const secret = fields.filter((field) => field.isSecret && typed[field.name]);
    const { state } = await saveChannel(place, channel, {
      enabled,
      settings: Object.fromEntries(plain) as Record<string, string>, // pairs of texts
      secrets: Object.fromEntries(secret.map((field) => [field.name, valueOf(field)])),
    });
    setTyped({});
    // What the provider refused is to be put right here.
    if (enabled && state === "connected") onDone();
  });
  const installing = useAction(() =>
    installChannel(place, { type: channel.type, returnTo: deployPath(place, "channels") }),
  );
  const isInstall = install !== undefined && isWanted(kind, { when: install }, values);
  const isManifest = kind.manifest !== undefined && isWanted(kind, { when: kind.manifest }, values);
  const offered = fields.filter(({ name: field }) => channel.isInstallable || field !== install?.field);
  const formRef = useWrongField(saving.error);
  const needsWebhook = steps.some((step) => step.includes("{webhook}"));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void saving.run(true);
  };
  return (
    <form ref={formRef} className={form} onSubmit={handleSubmit} noValidate aria-label={`Set up ${name}`}>
      <ol className={list}>
        {steps.map((step) => (
          <li key={step}>
            {step.replace("{webhook}", kind.addresses ? "the addresses below" : "the address below")}
          </li>
        ))}
      </ol>
      {needsWebhook && <WebhookAddress channel={channel} onSave={() => void saving.run(false)} />}
      {isManifest && <Manifest channel={channel} />}
      {offered
        .filter((field) => isWanted(kind, field, values))
        .map((field) => {
          const kept = channel.secrets[field.name];
          const shared = {
            label: field.isOptional ? `${field.label} (optional)` : field.label,
            hint: kept ? `Saved, ends in ${kept}. Leave empty to keep it.` : field.hint,
            error: findFieldError(saving.error, field.name),
            value: valueOf(field),
            onChange: (value: string) => setTyped((before) => ({ ...before, [field.name]: value })),
          };
          if (field.type === "timeZone")
            return (
              <Select key={field.name} {...shared} label={field.label} options={listZones(shared.value)} />
            );
          if (field.choices) return <Select key={field.name} {...shared} options={field.choices} />;
          return field.isSecret ? (
            <PasswordField key={field.name} {...shared} name={field.name} autoComplete="new-password" />
          ) : (
            <TextField key={field.name} {...shared} type={field.type} placeholder={field.placeholder} />
          );
        })}
      {saving.error && saving.error.fields.length === 0 && (
        <ErrorNotice
          title="The channel was not saved."
          error={saving.error}
          onRetry={saving.error.code === "conflict" ? () => void loadChannels(place) : undefined}
        />
      )}
      {installing.error && <ErrorNotice title={`${name} can’t be opened.`} error={installing.error} />}
      <div className={actions}>
        {isInstall && channel.isInstallable && (
          <Button kind="primary" isBusy={installing.isBusy} onClick={() => void installing.run()}>
            {channel.account === null ? `Add to ${name}` : `Add to ${name} again`}
          </Button>
        )}
        {(!isInstall || channel.revision > 0) && (
          <Button type="submit" kind={isInstall ? "secondary" : "primary"} isBusy={saving.isBusy}>
            {isInstall ? "Save" : "Save and connect"}
          </Button>
        )}
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}

/** The time zones to choose from, with one that was saved and is not known here. */
function listZones(chosen: string) {
  const zones = [...new Set([chosen, ...listTimeZones()])].filter(Boolean);
  return [
    { value: "", label: "As the opening hours, else UTC" },
    ...zones.map((value) => ({ value, label: value })),
  ];
}

/** What the team creates its own app from, once there is an address. */
function Manifest({ channel: { webhookUrl } }: { channel: ShownChannel }): ReactNode {
  if (!webhookUrl) return null;
  const manifest = writeSlackManifest({ name: "Assistant", address: webhookUrl });
  return (
    <details>
      <summary>App manifest</summary>
      <CodeBlock code={manifest} label="Copy manifest" />
    </details>
  );
}

/** Made with the first saving, because it holds a key that nobody can guess. */
function WebhookAddress({ channel, onSave }: { channel: ShownChannel; onSave: () => void }): ReactNode {
  const { webhookUrl } = channel;
  const { addresses } = channelKinds[channel.type];
  if (webhookUrl && addresses)
    return addresses.map(({ label, path }) => (
      <div key={path} className={address}>
        <span>{label}</span>
        <CodeBlock code={webhookUrl + path} label={`Copy address for ${label.toLowerCase()}`} />
      </div>
    ));
  if (webhookUrl) return <CodeBlock code={webhookUrl} label="Copy address" />;
  if (channel.revision > 0)
    return (
      <p className={note}>
        Set PUBLIC_URL to an https address first, so that the provider can reach this server.
      </p>
    );
  return (
    <div className={actions}>
      <Button size="small" onClick={onSave}>
        Create address
      </Button>
    </div>
  );
}

const form = css`
  display: grid;
  gap: 14px;
  padding-top: 4px;
`;
const list = css`
  display: grid;
  gap: 6px;
  margin: 0;
  padding-inline-start: 20px;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
const address = css`
  display: grid;
  gap: 4px;
  min-width: 0;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
const actions = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;
const note = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
