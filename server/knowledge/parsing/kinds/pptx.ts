import { openPackage, relationIdOf } from "../office/openPackage.ts";
import type { OfficePackage } from "../office/openPackage.ts";
import { listSlideComments } from "../office/readComments.ts";
import { readProperties } from "../office/readProperties.ts";
import { readSlide } from "../office/readSlide.ts";
import { childOf, listElements, readTree } from "../office/readTree.ts";
import { readSlideSize } from "../office/slidePaper.ts";
import { ParseError } from "../ParseError.ts";
import type { ParsedParts } from "../ParsedDocument.ts";
import type { ParseLimits, Section } from "../ParsedDocument.ts";
import type { ZipArchive } from "../zip/readZip.ts";

/**
 * Reads a PowerPoint presentation slide by slide, in the order in which they are shown: title, text, tables,
 * charts and diagrams, then what the speaker noted and others said of it. Hidden slides are left out.
 */
export function parsePptx(archive: ZipArchive, limits: ParseLimits): ParsedParts {
  const office = openPackage(archive, limits);
  const sections: Section[] = [];
  const size = readSlideSize(office);
  listSlides(office).forEach((name, index) => {
    const data = office.part(name);
    const slide = data && childOf(readTree(data), "sld");
    if (!slide || /^(?:0|false)$/.test(slide.attributes.show ?? "")) return;
    const { title, text } = readSlide(slide, { office, name, size });
    const notes = readNotes(office, name);
    const comments = listSlideComments(office, name);
    const body = [text, notes && `Notes: ${notes}`, ...comments].filter(Boolean).join("\n\n");
    sections.push({ headings: title ? [title] : [], text: body || title, position: { page: index + 1 } });
  });
  const { title, language } = readProperties(office.part("docProps/core.xml"));
  const first = sections[0]?.headings[0] ?? "";
  return { title: isProgramsTitle.test(title) ? first : title || first, language, sections };
}

/** What the program writes where nobody gave a title. */
const isProgramsTitle = /^(?:powerpoint|presentation|slide \d+|pptx?)\b.{0,20}$/i;

/** The parts of the slides in their order; a file that has lost its list gives them by their numbers. */
function listSlides(office: OfficePackage): string[] {
  const main = office.relations("").find(({ type }) => type === "officeDocument")?.target;
  const name = main ?? "ppt/presentation.xml";
  const data = office.part(name);
  const relations = new Map(office.relations(name).map((relation) => [relation.id, relation]));
  const slides = (data ? listElements(readTree(data), "sldId") : []).flatMap(({ attributes }) => {
    const relation = relations.get(relationIdOf(attributes) ?? "");
    return relation?.type === "slide" ? [relation.target] : [];
  });
  if (slides.length > 0) return slides;
  const numbered = office.names.filter((part) => /^ppt\/slides\/slide\d+\.xml$/.test(part));
  if (!data && numbered.length === 0) throw new ParseError("broken");
  return numbered.sort((one, other) => numberOf(one) - numberOf(other));
}

function numberOf(name: string): number {
  return Number(/\d+/.exec(name.slice(name.lastIndexOf("/")))?.[0] ?? 0);
}

function readNotes(office: OfficePackage, slide: string): string {
  const name = office.relations(slide).find(({ type }) => type === "notesSlide")?.target;
  const data = name === undefined ? undefined : office.part(name);
  const notes = data && childOf(readTree(data), "notes");
  return notes && name !== undefined ? readSlide(notes, { office, name, isNotes: true }).text : "";
}
