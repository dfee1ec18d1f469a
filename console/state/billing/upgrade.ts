import { proxy } from "valtio";
import type { AnalyticsEvent } from "../platform/analytics.ts";
import { track } from "../platform/analytics.ts";

/** What the plan did not allow (a metric such as `copilot_app_create`), while the upgrade dialog is open. */
export const upgrade = proxy<{ metric: string | null }>({ metric: null });

/** Opens the upgrade dialog for what the plan does not allow. */
export function openUpgrade(metric: string): void {
  upgrade.metric = metric;
  track("upgrade_dialog_opened", { metric });
}

export function closeUpgrade(): void {
  upgrade.metric = null;
}

/** Closes the dialog by one of its links, both to billing. */
export function followUpgrade(
  event: Extract<AnalyticsEvent, "upgrade_now_clicked" | "view_all_plans_clicked">,
): void {
  if (upgrade.metric) track(event, { metric: upgrade.metric });
  closeUpgrade();
}
