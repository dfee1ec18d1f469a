import { useEffect } from "react";
import type { ReactNode } from "react";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import type { ImportSummary } from "../../../../shared/contract/agents/templates.ts";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { loadModels } from "../../../state/models/models.ts";
import { ModelPicker } from "../ModelPicker.tsx";

interface ImportModelProps {
  orgId: string;
  summary: ImportSummary;
  value: string;
  onChange: (value: string) => void;
  error: RequestError | null;
}

/** The model to answer with, where the import's own can't be had here or what was chosen was refused. */
export function ImportModel({ orgId, summary, value, onChange, error }: ImportModelProps): ReactNode {
  // Known by the time that it is asked for.
  useEffect(() => void loadModels(orgId), [orgId]);
  const refusal = findFieldError(error, "model");
  const isMissing = summary.missing.some(({ kind }) => kind === "model" || kind === "provider");
  if (!isMissing && !refusal) return null;
  return <ModelPicker orgId={orgId} value={value} onChange={onChange} error={refusal} />;
}
