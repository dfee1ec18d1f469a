import { saveFile } from "../../parts/saveFile.ts";

interface Picture {
  svg: SVGSVGElement;
  name: string;
  title: string;
  /** What each color stands for. */
  legend: readonly { color: string; label: string }[];
}

/** Everything of a shape's look that style sheets give it, and that a picture of its own has to carry. */
const looks = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "opacity"];
/** Sharp on dense screens and in print. */
const density = 2;
const pad = 16;
const headHeight = 36;
const lineHeight = 24;

/** Saves a chart as a PNG, in the colors that it shows, with its title and what its colors mean. */
export async function savePng({ svg, name, title, legend }: Picture): Promise<void> {
  const { width, height } = svg.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(writeAlone(svg, { width, height }))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = (width + 2 * pad) * density;
  canvas.height = (headHeight + height + (legend.length > 0 ? lineHeight : 0) + 2 * pad) * density;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws no pictures.");
  const page = getComputedStyle(svg.closest("section") ?? document.body);
  context.scale(density, density);
  context.fillStyle = page.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = "middle";
  context.fillStyle = page.color;
  context.font = `600 15px ${page.fontFamily}`;
  context.fillText(title, pad, pad + headHeight / 2 - 6);
  context.drawImage(image, pad, pad + headHeight, width, height);
  context.font = `12px ${page.fontFamily}`;
  let left = pad;
  const middle = pad + headHeight + height + lineHeight / 2;
  for (const { color, label } of legend) {
    context.fillStyle = color;
    context.fillRect(left, middle - 5, 10, 10);
    context.fillStyle = page.color;
    context.fillText(label, left + 16, middle);
    left += 16 + context.measureText(label).width + 16;
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The picture could not be made.");
  saveFile(name, blob, "image/png");
}

function writeAlone(svg: SVGSVGElement, { width, height }: { width: number; height: number }): string {
  const copy = svg.cloneNode(true) as SVGSVGElement; // a copy is of its kind
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const [shown, alone] = [svg, copy].map((one) => [...one.querySelectorAll<SVGElement>("*")]);
  shown?.forEach((shape, index) => {
    const style = getComputedStyle(shape);
    for (const look of looks) alone?.[index]?.style.setProperty(look, style.getPropertyValue(look));
  });
  return new XMLSerializer().serializeToString(copy);
}
