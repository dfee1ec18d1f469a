export { Shortcuts } from "./shortcuts/Shortcuts.tsx";
export { ActivitySwitch } from "./activity/ActivitySwitch.tsx";
export { HelpLinks } from "./HelpLinks.tsx";
export { ProfileList } from "./ProfileList.tsx";
