import { findPrefix } from "./walkPlaces.ts";

/**
 * Gives a part of a Word document in which wrappers that the library does not know have the name of one that it looks
 * into: fields (the number of a caption), stretches with a direction of writing, the text under readings, and
 * drawn shapes; and ends of lines and leaps that have a second name.
 */
export function renameElements(xml: string): string {
  const prefix = findPrefix(xml).replace(/[.-]/g, "\\$&");
  return xml
    .replace(new RegExp(`(</?${prefix})(?:fldSimple|dir|bdo|ruby|rubyBase)(?=[\\s/>])`, "g"), "$1smartTag")
    .replace(new RegExp(`(</?${prefix})cr(?=[\\s/>])`, "g"), "$1br")
    .replace(new RegExp(`(</?${prefix})ptab(?=[\\s/>])`, "g"), "$1tab")
    .replace(/(<\/?v:)(?:oval|polyline|line|arc|curve)(?=[\s/>])/g, "$1rect");
}
