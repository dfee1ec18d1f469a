const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const charactersOfTime = 10;
const randomCharacters = 16;

/** An id for a conversation that is to begin, as the server makes them: the time, then 80 random bits. */
export function newThreadId(now = Date.now()): string {
  let time = "";
  for (let rest = now; time.length < charactersOfTime; rest = Math.floor(rest / 32)) {
    time = alphabet.charAt(rest % 32) + time;
  }
  const random = crypto.getRandomValues(new Uint8Array(randomCharacters));
  return time + Array.from(random, (byte) => alphabet.charAt(byte & 31)).join("");
}
