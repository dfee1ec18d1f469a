export { SetUpApp } from "./SetUpApp.tsx";
export { RenewCodes } from "./RenewCodes.tsx";
export { TurnOff } from "./TurnOff.tsx";
