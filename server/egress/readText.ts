/** Gives the text of an answer; null where it is longer than `largest`. Throws where it breaks off. */
export async function readText(response: Response, largest: number): Promise<string | null> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > largest) return null;
  }
  return text;
}
