import { useState } from "react";
import type { WidgetSettings } from "../../../shared/contract/surfaces.ts";
import { countChanges } from "../../parts/countChanges.ts";
import { useAction } from "../../parts/useAction.ts";
import type { AgentPlace } from "../../state/paths.ts";
import { loadSurface, saveSettings, surfaces } from "../../state/surface.ts";
import type { ShownSurface } from "../../state/surface.ts";

interface Base {
  revision: number;
  settings: WidgetSettings;
}

/**
 * The typed look beside the one it started from. What others save replaces both as long as nothing is typed; after that
 * only a revision that left the look alone is taken over, so that saving over somebody else's look is noticed.
 */
export function useSurfaceForm(surface: ShownSurface, place: AgentPlace) {
  const [base, setBase] = useState(() => baseOf(surface));
  const [typed, setTyped] = useState(base.settings);
  const changedCount = countChanges(base.settings, typed);
  if (surface.revision > base.revision) {
    if (changedCount === 0) start(surface);
    else if (countChanges<WidgetSettings>(base.settings, baseOf(surface).settings) === 0)
      setBase({ ...base, revision: surface.revision });
  }

  function start(from: ShownSurface): void {
    const next = baseOf(from);
    setBase(next);
    setTyped(next.settings);
  }

  async function readNewest(): Promise<ShownSurface> {
    await loadSurface(place);
    const { data, error } = surfaces;
    if (error) throw error;
    return data?.surface ?? surface;
  }

  const saving = useAction(async (revision: number) =>
    start(await saveSettings(place, { revision, settings: withoutBlanks(typed) })),
  );

  return {
    typed,
    changedCount,
    saving,
    change: (part: Partial<WidgetSettings>) => setTyped({ ...typed, ...part }),
    save: () => saving.run(base.revision),
    discard: () => {
      setTyped(base.settings);
      saving.clear();
    },
    /** Takes what somebody else saved; what was typed here is gone. */
    reload: async () => {
      start(await readNewest());
      saving.clear();
    },
    /** Saves what was typed here over what somebody else saved. */
    overwrite: async () => saving.run((await readNewest()).revision),
  };
}

function baseOf({ revision, settings }: ShownSurface): Base {
  return { revision, settings: structuredClone(settings) as WidgetSettings };
}

/** A line that was begun and left empty is not one. */
export function withoutBlanks(settings: WidgetSettings): WidgetSettings {
  const fill = (lines: string[]) => lines.map((line) => line.trim()).filter(Boolean);
  return {
    ...settings,
    suggestions: fill(settings.suggestions),
    minimisedSuggestions: fill(settings.minimisedSuggestions),
  };
}
