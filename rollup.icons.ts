const drawIconPath = `${import.meta.dirname}/shared/ui/drawIcon.ts`;
const lines = /^ {2}node: (\[[^]*?\])(?:,\n {2}aliases: .*)?\n\};$/m;

/**
 * Lets shared/ui/drawIcon.ts draw lucide's icons, of which only the lines go to the browser: the package's own way brings
 * contexts, class names and other strokes that nothing here asks for, and for each line a key that nothing can pack.
 */
export function drawIcons() {
  return {
    name: "draw-icons",
    transform(code: string, id: string) {
      const isIcon = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/.test(id);
      if (!isIcon || !code.includes("createLucideIcon")) return null;
      const [, node] = lines.exec(code) ?? [];
      if (!node) throw new Error(`${id} is not written as rollup.icons.ts knows lucide's icons`);
      const drawn = node.replace(/,\s*key: "\w+"/g, "");
      return {
        code: `import { drawIcon } from ${JSON.stringify(drawIconPath)};\nexport default /*#__PURE__*/ drawIcon(${drawn});\n`,
        map: null,
      };
    },
  };
}
