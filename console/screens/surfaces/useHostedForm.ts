import type { HostedWebSettings } from "../../../shared/contract/surfaces/surfaces.ts";
import { useRevisedForm } from "../../parts/useRevisedForm.ts";
import type { Revised, RevisedForm } from "../../parts/useRevisedForm.ts";
import { copyShown } from "../../state/shell/copyShown.ts";
import { hostedWeb, loadHostedWeb, saveHostedWeb } from "../../state/surfaces/hostedWeb.ts";
import type { ShownHostedPage } from "../../state/surfaces/hostedWeb.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

/** All of the page that is typed, side by side, so that each counts as a change of its own. */
export type TypedPage = HostedWebSettings & { enabled: boolean; slug: string };

/** The hosted page as it is typed; saved it is public. */
export function useHostedForm(page: ShownHostedPage, place: AgentPlace): RevisedForm<TypedPage> {
  return useRevisedForm({
    current: revisedOf(page),
    save: async ({ revision, value: { enabled, slug, ...settings } }) =>
      revisedOf(await saveHostedWeb(place, { revision, enabled, slug, settings })),
    readNewest: async () => {
      await loadHostedWeb(place);
      const { data, error } = hostedWeb;
      if (error) throw error;
      return revisedOf(data?.page ?? page);
    },
  });
}

function revisedOf({ revision, enabled, slug, settings, savedBy }: ShownHostedPage): Revised<TypedPage> {
  return { revision, value: { ...copyShown(settings), enabled, slug }, savedBy };
}
