const addresses = /\S+:\/\/\S+|\S+@\S+/g;

/** Whether a text has anything to translate beside addresses, numbers and signs. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replace(addresses, ""));
}
