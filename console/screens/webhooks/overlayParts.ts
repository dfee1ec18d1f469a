export { WebhookDetail } from "./WebhookDetail.tsx";
export { WebhookDialog } from "./WebhookDialog.tsx";
