/**
 * Gives the part of a long-winded message that asks something: the sentence or clause that begins like a question or ends
 * as one, the last of them. Null for a short message, and where no part stands out.
 */
export function findFocus(message: string): string | null {
  const text = message.slice(0, 2000).trim();
  if (countWords(text) <= shortMessage) return null;
  const clauses = text
    .split(/(?<=[.!?؟;])\s+|\n+|,\s+|\s+[–—-]\s+/)
    .map((clause) => clause.trim())
    .filter((clause) => countWords(clause) >= shortestClause);
  if (clauses.length < 2) return null;
  const focus = clauses.findLast((clause) => asks.test(clause)) ?? clauses.findLast(endsAsQuestion);
  return focus && focus.length < text.length ? focus : null;
}

const shortMessage = 16;
const shortestClause = 3;

function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

function endsAsQuestion(clause: string): boolean {
  return /[?؟]$/.test(clause);
}

/** How a clause asks, in the languages that the built-in model speaks; what stands before it may be a polite opening. */
const asks = new RegExp(
  `(?<![\\p{L}])(?:${[
    "how|what|when|where|which|who|why|whether|(?:can|could|may|should|do|does|did|is|are|will|would) (?:i|we|you|it|they|there|my|the|one)",
    "wie|was|wann|wo|wohin|woher|wer|welche[rsmn]?|warum|wieso|weshalb|ob|(?:kann|könnte|darf|soll|muss|gibt|ist|sind|haben|bekomme) (?:ich|wir|man|es|sie|ihr|das|der|die|mein)",
    "comment|quand|où|quel(?:le)?s?|qui|pourquoi|combien|est-ce|si (?:je|on)|puis-je|peut-on|pouvez-vous|y a-t-il",
    "cómo|como|cuándo|dónde|cuál(?:es)?|quién|qué|cuánt[oa]s?|puedo|pueden|hay",
    "quando|onde|qual|quais|quem|quanto|posso|podem|há",
    "dove|quale|chi|perché|hoe|wanneer|waar|welke|waarom|hoeveel|kan ik",
    "كيف|متى|أين|اين|كم|هل|ماذا|لماذا|ما هو|ما هي",
  ].join("|")})(?![\\p{L}])`,
  "iu",
);
