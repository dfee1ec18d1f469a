export { NewsBanners } from "./NewsBanners.tsx";
export { Shortcuts } from "./shortcuts/Shortcuts.tsx";
export { Attention } from "./attention/Attention.tsx";
export { ActivitySwitch } from "./activity/ActivitySwitch.tsx";
export { HelpLinks } from "./HelpLinks.tsx";
export { ProfileList } from "./ProfileList.tsx";
