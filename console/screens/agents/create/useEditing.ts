import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { useSurfaceForm } from "../../../parts/useSurfaceForm.ts";
import { withoutBlanks } from "../../../parts/withoutBlanks.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import type { ShownSurface } from "../../../state/surfaces/surface.ts";
import { useConfigurationForm } from "../useConfigurationForm.ts";
import { blankAgent, findProblems, type NewAgent } from "./newAgent.ts";

/**
 * An agent's inputs, edits over the saved state: its configuration and the look of its chat, each with its revision.
 */
export function useEditing(agent: Snapshot<Agent>, surface: ShownSurface, place: AgentPlace) {
  const configuration = useConfigurationForm(agent, place);
  const look = useSurfaceForm(surface, place);
  const { welcome, suggestions, minimisedSuggestions, primary } = look.typed;
  const typed: NewAgent = {
    ...{ configuration: configuration.typed, look: { welcome, suggestions, minimisedSuggestions, primary } },
    source: blankAgent().source,
  };
  const shownLook = withoutBlanks(look.typed);
  const errors = [configuration.saving.error, look.saving.error];
  const problems = {
    name: findFieldError(errors[0] ?? null, "configuration.name"),
    description: findFieldError(errors[0] ?? null, "description"),
    instructions: findFieldError(errors[0] ?? null, "instructions"),
    model: findFieldError(errors[0] ?? null, "configuration.model"),
    persona: findFieldError(errors[0] ?? null, "personality.text"),
    welcome: findFieldError(errors[1] ?? null, "settings.welcome"),
    suggestions: findFieldError(errors[1] ?? null, "settings.suggestions"),
    minimisedSuggestions: findFieldError(errors[1] ?? null, "settings.minimisedSuggestions"),
    ...findProblems(typed, "identity"),
    ...findProblems(typed, "voice"),
  };

  return {
    ...{ typed, shownLook, problems, configuration, look },
    changedCount: configuration.changedCount + look.changedCount,
    isSaving: configuration.saving.isBusy || look.saving.isBusy,
    /** What no field shows; who was quicker is said elsewhere. */
    error: errors.find((error) => error && error.code !== "conflict" && !isShown(error)) ?? null,
    change: (next: NewAgent) => {
      configuration.change(next.configuration);
      // The chat's title is the agent's name until somebody gives it another one.
      const isNamedAlike = look.typed.title === typed.configuration.name;
      const { name } = next.configuration;
      look.change({ ...next.look, ...(isNamedAlike && { title: name }) });
    },
    /**
     * Saves what was changed of the two; gives whether all of it is saved. Where the second is refused it stays typed. The
     * look comes first: a new name would change its title under it.
     */
    save: async (): Promise<boolean> => {
      if (look.changedCount > 0 && !(await look.save())) return false;
      return configuration.changedCount === 0 || configuration.save();
    },
    discard: () => {
      configuration.discard();
      look.discard();
    },
  };

  function isShown(error: RequestError): boolean {
    return error.code === "invalid_input" && Object.values(problems).some(Boolean);
  }
}

export type Editing = ReturnType<typeof useEditing>;
