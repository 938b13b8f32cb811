/** Draws web/ui/base/icons.svg anew: one symbol for each icon that web/ui/base/icons.tsx names, from the Lucide set. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "#server/platform/project-root.ts";

const folder = path.join(projectRoot, "web/ui/base");
const source = await readFile(path.join(folder, "icons.tsx"), "utf8");
const names = [...source.matchAll(/icon\("([a-z0-9-]+)"\);/g)].map(([, name = ""]) => name);

type Part = [tag: string, attributes: Record<string, string>];

const symbols = await Promise.all(
  names.map(async (name) => {
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- the package gives no types for its single icons
    const { __iconData: icon }: { __iconData: { node: Part[] } } = await import(
      `lucide-react/dist/esm/icons/${name}.mjs`
    );
    return `<symbol id="${name}" viewBox="0 0 24 24">${icon.node.map(draw).join("")}</symbol>`;
  }),
);
const licence = "<!-- Lucide icons, ISC licence, https://lucide.dev/license -->";
await writeFile(
  path.join(folder, "icons.svg"),
  `<svg xmlns="http://www.w3.org/2000/svg">${licence}\n${symbols.join("\n")}\n</svg>\n`,
);

function draw([tag, attributes]: Part): string {
  const drawn = Object.entries(attributes).filter(([name]) => name !== "key"); // React's, not the drawing's
  return `<${tag}${drawn.map(([name, value]) => ` ${name}="${value}"`).join("")}/>`;
}
