import { languages } from "../languages/languages.ts";
import { chooseLanguage } from "./functionWords.ts";

/** Says in the visitor's language that a topic is not talked about, in the agent's own words where it has some. */
export function writeRefusal(said: { refusal: string; language: string; question: string }): string {
  const { refusal, language, question } = said;
  return refusal.trim() || languages[chooseLanguage(language, question)].answers.refusal;
}
