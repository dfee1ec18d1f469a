export { PushCard } from "../notifications/PushCard.tsx";
export { DigestCard } from "./DigestCard.tsx";
