import type { WidgetSettings } from "../../shared/contract/surfaces/surfaces.ts";
import { useRevisedForm } from "./useRevisedForm.ts";
import type { Revised, RevisedForm } from "./useRevisedForm.ts";
import { copyShown } from "../state/shell/copyShown.ts";
import type { AgentPlace } from "../state/shell/paths.ts";
import { loadSurface, saveSettings, surfaces } from "../state/surfaces/surface.ts";
import type { ShownSurface } from "../state/surfaces/surface.ts";
import { withoutBlanks } from "./withoutBlanks.ts";

/** The look and the words as they are typed, saved as a draft. */
export function useSurfaceForm(
  surface: ShownSurface,
  place: AgentPlace,
  tidy = withoutBlanks,
): RevisedForm<WidgetSettings> {
  return useRevisedForm({
    current: revisedOf(surface),
    save: async ({ revision, value }) =>
      revisedOf(await saveSettings(place, { revision, settings: tidy(value) })),
    readNewest: async () => {
      await loadSurface(place);
      const { data, error } = surfaces;
      if (error) throw error;
      return revisedOf(data?.surface ?? surface);
    },
  });
}

function revisedOf({ revision, settings, savedBy }: ShownSurface): Revised<WidgetSettings> {
  return { revision, value: copyShown(settings), savedBy };
}
