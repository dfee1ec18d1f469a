import { findOpening } from "../../shared/domain/openingHours.ts";
import { languages } from "../languages/languages.ts";
import { chooseLanguage } from "./functionWords.ts";
import type { Question } from "./question.ts";

/**
 * Gives what is said to a visitor who asks for a person: that one comes, that the team is away and how it reaches them
 * later, or that nobody can be asked for here.
 */
export function answerForPerson(asked: Question, isOffered: boolean, now: number): string {
  const { agent, question, history, asker } = asked;
  const { language, hours } = agent.configuration;
  const earlier = history.filter(({ role }) => role === "user").map(({ content }) => content);
  const { person } = languages[chooseLanguage(language, question, earlier.reverse())].answers;
  if (!isOffered) return person.hasNone;
  if (findOpening(hours, now).isOpen) return person.handsOver;
  const isKnown = asker.isVerified || asker.isIdentified === true;
  return isKnown ? person.isAway : `${person.isAway} ${person.askEmail}`;
}
