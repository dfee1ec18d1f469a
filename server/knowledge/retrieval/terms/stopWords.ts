/**
 * Words so common in English that they tell nothing about a question. They are indexed like all
 * others ("The Who" can be found), but a question asks for them only when it has nothing better.
 */
const stopWords = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both
  but by can could did do does doing down during each few for from further had has have having he her here hers
  herself him himself his how i if in into is it its itself just let me more most my myself no nor not of off on
  once only or other our ours ourselves out over own please same she should so some such than that the their
  theirs them themselves then there these they this those through to too under until up very was we were what
  when where which while who whom why will with would you your yours yourself yourselves
  don doesn didn isn aren wasn weren won couldn shouldn wouldn hasn haven hadn ll ve re`.split(/\s+/),
);

/** Says whether a folded word (lower case, not yet stemmed) is an English stop word. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}
