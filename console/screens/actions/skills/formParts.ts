export { NewSkill } from "./NewSkill.tsx";
export { SkillForm } from "./SkillForm.tsx";
