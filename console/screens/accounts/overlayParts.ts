export { InvitesPart } from "./InvitesPart.tsx";
export { InviteDialog } from "./InviteDialog.tsx";
export { ApiKeysPart } from "./ApiKeysPart.tsx";
export { AuditPart } from "./AuditPart.tsx";
