import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import { findFallbackProblem } from "../../../shared/domain/fallback.ts";
import { builtinModel, findModel } from "../../../shared/domain/models.ts";
import { Select } from "../../../shared/ui/Select.tsx";
import { models } from "../../state/models/models.ts";
import { describeCredits } from "./modelWords.ts";

interface FallbackPickerProps {
  /** The agent's model, which is no fallback for itself. */
  model: string;
  value: string | null;
  /** What the fallback is told, too, and may be too long for it. */
  personality: AgentConfiguration["personality"];
  onChange: (value: string | null) => void;
  error: string | undefined;
}

/** What answers where the agent's model can't or its budget is used up; nothing to choose where that is built in. */
export function FallbackPicker({
  model,
  value,
  personality,
  onChange,
  error,
}: FallbackPickerProps): ReactNode {
  const { data } = useSnapshot(models);
  if (model === builtinModel) return null;
  const usable = (data ?? []).filter(
    (one) => one.value !== model && one.value !== builtinModel && (one.isAvailable || one.value === value),
  );
  const known = usable.map((one) => ({ value: one.value, label: `${one.label} · ${describeCredits(one)}` }));
  const isKnown = value === null || known.some((option) => option.value === value);
  return (
    <Select
      label="Where it can't answer"
      hint="Answers when the provider is down or busy, or the budget is used up. The built-in model is always the last resort."
      value={value ?? builtinModel}
      options={[
        { value: builtinModel, label: "Built-in model" },
        ...known,
        ...(isKnown ? [] : [{ value, label: findModel(value)?.label ?? value }]),
      ]}
      error={findFallbackProblem({ model, fallbackModel: value, personality }) ?? error}
      onChange={(next) => onChange(next === builtinModel ? null : next)}
    />
  );
}
