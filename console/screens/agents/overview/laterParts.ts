export { HealthCard } from "./HealthCard.tsx";
export { RecentCard } from "./RecentCard.tsx";
export { Playground } from "../playground/Playground.tsx";
