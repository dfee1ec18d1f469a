export { MakeCase } from "./MakeCase.tsx";
export { TriedReproduction } from "./TriedReproduction.tsx";
export { SourceChoice } from "./SourceChoice.tsx";
