export { ContactDialogs } from "./ContactDialogs.tsx";
export { ExportContacts } from "./ExportContacts.tsx";
