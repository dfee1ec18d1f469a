export { CollectionDialog } from "./collections/CollectionDialog.tsx";
export { ConnectDialog } from "./connections/ConnectDialog.tsx";
export { DeleteSkill } from "./skills/DeleteSkill.tsx";
export { ImportDialog } from "./collections/ImportDialog.tsx";
export { RowDialog } from "./collections/RowDialog.tsx";
export { SkillRuns } from "./skills/SkillRuns.tsx";
