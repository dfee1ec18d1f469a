/** Folders of somebody's machine; a path into one of them means nothing on another. */
const machineFolder = /(?<![\w.@/-])\/(home|root|work|workspace|tmp|Users|mnt)\/[\w.-]+/;

/** Hosts that a package manager was told to use: they belong in the machine's own settings. */
const packageHost = /https?:\/\/[\w.-]*(registry|npmmirror|verdaccio|artifactory|nexus)[\w.-]*[:/]/i;

/** Gives every mention of a machine's own place in a text, as a sentence with its line. */
export function findPlaces(path: string, text: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const hit = machineFolder.exec(line) ?? packageHost.exec(line);
    return hit
      ? [`${path}:${index + 1} names ${hit[0].slice(0, 60)}: it means nothing on another machine`]
      : [];
  });
}
