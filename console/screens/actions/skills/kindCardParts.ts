export { ClientCard } from "./ClientCard.tsx";
export { CodeCard } from "./CodeCard.tsx";
export { EmailCard } from "./EmailCard.tsx";
export { FormCards } from "./FormCards.tsx";
export { HandoverCard } from "./HandoverCard.tsx";
export { HttpCards } from "./HttpCards.tsx";
export { RulesCard } from "./RulesCard.tsx";
export { SearchCard } from "./SearchCard.tsx";
