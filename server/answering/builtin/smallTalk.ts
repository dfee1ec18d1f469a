import type { Words } from "./words.ts";

/** Gives the built-in model's answer to what is no question to its pages (a greeting, thanks); null for everything else. */
export function answerSmallTalk(
  text: string,
  { words, name }: { words: Words; name: string },
): string | null {
  const said = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\s'’]/gu, " ")
    // Vowel signs are written or left out.
    .replace(/[\u064b-\u0652\u0640]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  if (said.split(" ").length > mostWords) return null;
  if (greeting.test(said)) return words.hello(name);
  if (thanks.test(said)) return words.thanks;
  if (bye.test(said)) return words.bye;
  if (who.test(said)) return words.whoAmI(name);
  return null;
}

const mostWords = 7;

const greeting =
  /^(hi|hello|hey|hiya|howdy|good (morning|afternoon|evening|day)|hallo|moin|servus|grüß gott|guten (tag|morgen|abend)|bonjour|bonsoir|salut|coucou|hola|buen(os|as)? (días?|tardes|noches)|ciao|salve|buon ?giorno|buona ?sera|goedemorgen|goedemiddag|goedenavond|olá|oi|bom dia|boa (tarde|noite)|hei|hej|مرحبا|أهلا|اهلا|السلام عليكم|صباح الخير|مساء الخير)( (there|all|everyone|again|zusammen|à tous|a todos|how are you|how is it going|wie geht's|ça va|qué tal|come va|hoe gaat het|tudo bem))*$/;
const thanks =
  /^(ok |okay |great |perfect |super |alright )*(thanks|thank you|thx|cheers|danke|vielen dank|merci|gracias|grazie|bedankt|dank je|dank u|obrigad[oa]|شكرا|شكرا لك|شكرا جزيلا)( (so|very) much| a lot| again| schön| sehr| beaucoup| bien| mil| mille| wel| that's all| that is all)*$/;
const bye =
  /^(bye|goodbye|bye bye|see you|see ya|tschüss|auf wiedersehen|au revoir|adiós|hasta luego|arrivederci|tot ziens|tchau|até logo|إلى اللقاء|مع السلامة)( later| soon)?$/;
const who =
  /^(who|what) are you$|^are you (a )?(bot|robot|human|person|real|ai|an ai|a real person|a machine)$|^(wer|was) (bist du|sind sie)$|^(bist du|sind sie) (ein )?(bot|mensch|roboter)$|^(qui es tu|qui êtes vous|êtes vous un robot)$|^quién eres$|^eres (un )?(robot|bot|humano)$|^chi sei$|^wie ben je$|^quem é você$|^من (أنت|انت)$|^هل (أنت|انت) (روبوت|إنسان|انسان)$/;
