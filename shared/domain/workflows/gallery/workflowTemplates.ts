import { appointment } from "./appointment.ts";
import { csat } from "./csat.ts";
import { documentRequest } from "./documentRequest.ts";
import { escalation } from "./escalation.ts";
import { incidentNotice } from "./incidentNotice.ts";
import { leadQualification } from "./leadQualification.ts";
import { onboarding } from "./onboarding.ts";
import { orderStatus } from "./orderStatus.ts";
import { outOfHours } from "./outOfHours.ts";
import { refund } from "./refund.ts";
import type { WorkflowTemplate } from "./workflowTemplate.ts";

/** The workflows that a team can begin with, the most wanted first. */
export const workflowTemplates: readonly WorkflowTemplate[] = [
  orderStatus,
  refund,
  leadQualification,
  appointment,
  outOfHours,
  csat,
  escalation,
  onboarding,
  documentRequest,
  incidentNotice,
];
