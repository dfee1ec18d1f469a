import { useEffect } from "react";
import type { ReactNode } from "react";
import {
  Select,
  SelectGroup,
  SelectGroupLabel,
  SelectItem,
  SelectItemCheck,
  SelectLabel,
  SelectPopover,
  SelectProvider,
} from "@ariakit/react";
import { ChevronsUpDown } from "lucide-react";
import { useSnapshot } from "valtio";
import type { Model } from "../../../shared/contract/models.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { loadModels, models } from "../../state/models.ts";
import { describeCredits, groupByProvider } from "./modelWords.ts";
import { picker, popover } from "./modelPickerStyle.ts";

interface ModelPickerProps {
  orgId: string;
  value: string;
  onChange: (value: string) => void;
}

/** The language model, with what a message costs and which can be used on this installation. */
export function ModelPicker({ orgId, value, onChange }: ModelPickerProps): ReactNode {
  const { data, error } = useSnapshot(models);
  useEffect(() => void loadModels(orgId), [orgId]);
  if (error && !data) return <ErrorNotice error={error} onRetry={() => loadModels(orgId)} />;
  if (!data) return <Skeleton height="62px" />;

  const chosen = data.find((model) => model.value === value);
  return (
    <div className={picker}>
      <SelectProvider value={value} setValue={onChange} placement="bottom-start">
        <SelectLabel>Model</SelectLabel>
        <Select>
          <span>
            {chosen?.label ?? value}
            <small>{chosen && describeCredits(chosen)}</small>
          </span>
          {chosen && !chosen.isAvailable && <Badge tone="warning">Not available here</Badge>}
          <ChevronsUpDown size={16} aria-hidden />
        </Select>
        <SelectPopover gutter={4} sameWidth portal unmountOnHide className={popover}>
          {groupByProvider(data).map(({ provider, models: group }) => (
            <SelectGroup key={provider}>
              <SelectGroupLabel>{provider}</SelectGroupLabel>
              {group.map((model) => (
                <ModelItem key={model.value} model={model} isChosen={model.value === value} />
              ))}
            </SelectGroup>
          ))}
        </SelectPopover>
      </SelectProvider>
      {chosen && !chosen.isAvailable && (
        <p>
          This installation has no key for {chosen.label}. Visitors get no answer until one is set or another
          model is chosen.
        </p>
      )}
    </div>
  );
}

function ModelItem({ model, isChosen }: { model: Readonly<Model>; isChosen: boolean }): ReactNode {
  return (
    <SelectItem value={model.value} disabled={!model.isAvailable}>
      <SelectItemCheck checked={isChosen} />
      <span>
        {model.label}
        <small>{model.isAvailable ? describeCredits(model) : "Needs a key on this installation"}</small>
      </span>
      {model.isPremium && <Badge>Premium</Badge>}
    </SelectItem>
  );
}
