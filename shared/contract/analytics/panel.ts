import { call } from "../call.ts";
import { getDashboard, getRealtimeDashboard } from "./analytics.ts";

/** The panel's paths to the same calls. */
export const getPanelDashboard = call({
  ...getDashboard,
  family: "panel",
  path: "/v1.0/org/{orgId}/dashboard",
});

export const getPanelRealtimeDashboard = call({
  ...getRealtimeDashboard,
  family: "panel",
  path: "/v1.0/org/{orgId}/dashboard/realtime",
});
