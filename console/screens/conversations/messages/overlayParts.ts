export { CannedDialog } from "./CannedDialog.tsx";
export { ScheduledItem } from "./compose/ScheduledItem.tsx";
export { SendLaterDialog } from "./compose/SendLaterDialog.tsx";
export { VoiceNote } from "./compose/VoiceNote.tsx";
