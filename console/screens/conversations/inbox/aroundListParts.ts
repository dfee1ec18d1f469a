export { AboveList } from "./AboveList.tsx";
export { ListFoot } from "./ListFoot.tsx";
export { ListLinks } from "./ListLinks.tsx";
export { ListSearch } from "./ListSearch.tsx";
export { SelectSwitch } from "./SelectSwitch.tsx";
export { LayoutSwitch } from "./table/LayoutSwitch.tsx";
export { Views } from "./views/Views.tsx";
