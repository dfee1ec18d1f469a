import type { ParseLimits } from "../ParsedDocument.ts";
import { unpackEntries } from "../zip/readZip.ts";
import type { ZipArchive } from "../zip/readZip.ts";
import { refuseEntities } from "./refuseEntities.ts";
import { walkXml } from "./walkXml.ts";

/** What a part of an Office document points to. */
export interface Relation {
  id: string;
  /** The last word of its type: "worksheet", "slide", "notesSlide", "hyperlink". */
  type: string;
  /** The name of the other part, or an address outside of the document. */
  target: string;
  isExternal: boolean;
}

/** The parts of an Office document, by names that are the same however a program spelt them. */
export interface OfficePackage {
  /** The part's bytes; undefined where it is missing. */
  part(name: string): Uint8Array | undefined;
  /** Names of parts, in the order of the archive. */
  names: string[];
  /** What a part points to; "" asks for the document as a whole. */
  relations(name: string): Relation[];
}

/** Unpacks the XML parts of an Office document, counting; pictures, fonts and macros are left packed. */
export function openPackage(archive: ZipArchive, limits: ParseLimits): OfficePackage {
  return toPackage(unpackEntries(archive, { wants: (name) => /\.(?:xml|rels)$/i.test(name), limits }));
}

/** Gives the parts of an Office document that are unpacked already. */
export function toPackage(unpacked: ReadonlyMap<string, Uint8Array>): OfficePackage {
  const parts = new Map([...unpacked].map(([name, data]) => [normalName(name), data]));
  const checked = new Set<string>();
  const part = (name: string) => {
    const data = parts.get(normalName(name));
    if (data && !checked.has(name)) refuseEntities(name, data);
    checked.add(name);
    return data;
  };
  return {
    part,
    names: [...parts.keys()],
    relations(name) {
      const folder = normalName(name).replace(/[^/]*$/, "");
      const data = part(`${folder}_rels/${normalName(name).slice(folder.length)}.rels`);
      return data ? readRelations(data, folder) : [];
    },
  };
}

function readRelations(data: Uint8Array, folder: string): Relation[] {
  const relations: Relation[] = [];
  walkXml(data, {
    open(name, { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode }) {
      if (name !== "Relationship") return;
      const isExternal = mode === "External";
      relations.push({
        id,
        type: type.slice(type.lastIndexOf("/") + 1),
        target: isExternal ? target : resolvePart(folder, target),
        isExternal,
      });
    },
  });
  return relations;
}

/** Gives the name of a part in the one form in which names are compared. */
export function normalName(name: string): string {
  return name.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();
}

function resolvePart(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (/^[/\\]/.test(target) ? target : folder + target).replaceAll("\\", "/").split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

/** Gives the id of the relation that an element names, whatever its prefix is. */
export function relationIdOf(attributes: Record<string, string>): string | undefined {
  return Object.entries(attributes).find(([name]) => /:id$/i.test(name))?.[1];
}
