import { useEffect } from "react";
import type { ReactNode } from "react";
import { ChevronsUpDown } from "lucide-react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import type { Model } from "../../../shared/contract/models/models.ts";
import { findModel } from "../../../shared/domain/models.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Field } from "../../../shared/ui/Field.tsx";
import { controlStyle } from "../../../shared/ui/fieldStyle.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { loadModels, models } from "../../state/models/models.ts";
import { paths } from "../../state/shell/paths.ts";
import { describeCredits, groupByProvider } from "./modelWords.ts";

interface ModelPickerProps {
  orgId: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** What answers where this one can't; null for the built-in one. */
  standIn?: string | null;
}

/** The language model, with what a message costs and which can be used on this installation. */
export function ModelPicker(props: ModelPickerProps): ReactNode {
  const { orgId, value, onChange, error: refusal, standIn = null } = props;
  const { data, error } = useSnapshot(models);
  useEffect(() => void loadModels(orgId), [orgId]);
  if (error && !data) return <ErrorNotice error={error} onRetry={() => loadModels(orgId)} />;
  if (!data) return <Skeleton height="62px" />;

  const chosen = data.find((model) => model.value === value);
  const next =
    data.find((model) => model.value === standIn && model.isAvailable)?.label ?? "The built-in model";
  return (
    <div className={picker}>
      <Field label="Model" error={refusal}>
        {(ids) => (
          <span>
            <select
              {...ids}
              // A refusal may come before the models do.
              autoFocus={refusal !== undefined}
              value={value}
              className={cx(controlStyle, select)}
              onChange={(event) => onChange(event.currentTarget.value)}
            >
              {!chosen && <option value={value}>{labelOf(value)}</option>}
              {groupByProvider(data).map(({ provider, models: group }) => (
                <optgroup key={provider} label={provider}>
                  {group.map((model) => (
                    <option
                      key={model.value}
                      value={model.value}
                      disabled={!model.isAvailable && model !== chosen}
                    >
                      {describeOption(model)}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
            <ChevronsUpDown size={16} aria-hidden />
          </span>
        )}
      </Field>
      {chosen ? (
        <ChosenModel orgId={orgId} model={chosen} next={next} />
      ) : (
        <p className={warning} role="status">
          The key for {labelOf(value)} is gone. {next} answers until you choose another model.
        </p>
      )}
    </div>
  );
}

interface ChosenModelProps {
  orgId: string;
  model: Readonly<Model>;
  next: string;
}

function ChosenModel({ orgId, model, next }: ChosenModelProps): ReactNode {
  return (
    <>
      <p className={facts}>
        <Badge tone="accent">{describeCredits(model)}</Badge>
        {model.isPremium && <Badge>Premium</Badge>}
        {model.isAttachmentsSupported && <Badge>Reads attachments</Badge>}
      </p>
      {!model.isAvailable && (
        <p className={warning} role="status">
          There is no key for {model.label}. {next} answers until you add one in{" "}
          <Link href={paths.modelKeys(orgId)}>Model keys</Link> or choose another model.
        </p>
      )}
    </>
  );
}

function labelOf(value: string): string {
  return findModel(value)?.label ?? value;
}

function describeOption({ label, creditsPerMessage, isAvailable }: Readonly<Model>): string {
  const words = describeCredits({ creditsPerMessage });
  return isAvailable ? `${label} · ${words}` : `${label} · ${words} · needs a key`;
}

const picker = css`
  display: grid;
  gap: 10px;
  & span:has(> select) {
    position: relative;
    display: block;
  }
  & span > svg {
    position: absolute;
    inset-inline-end: 12px;
    top: 50%;
    translate: 0 -50%;
    pointer-events: none;
    color: var(--ph-text-3);
  }
`;
const select = css`
  appearance: none;
  padding-inline-end: 40px;
  text-overflow: ellipsis;
  cursor: pointer;
`;
const facts = css`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
`;
const warning = css`
  font-size: var(--ph-text-s);
  color: var(--ph-warning-text);
`;
