/**
 * Generates the icon sprites of web/ui/first-icons.tsx and icons.tsx from the Lucide set: near-icons.svg, embedded in every page,
 * and icons.svg, fetched on demand.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "#server/platform/project-root.ts";

const folder = path.join(projectRoot, "web/ui");
const files = ["first-icons.tsx", "icons.tsx"].map(async (file) => readFile(path.join(folder, file), "utf8"));
const source = (await Promise.all(files)).join("");

type Part = [tag: string, attributes: Record<string, string>];

await save("near", "icon-", "near-icons.svg");
await save("far", "", "icons.svg");

/** Writes the icons of one of the two functions into a sprite. */
async function save(named: "near" | "far", prefix: string, file: string): Promise<void> {
  const names = [...source.matchAll(new RegExp(`${named}\\("([a-z0-9-]+)"\\);`, "g"))].map(([, name = ""]) => name);
  const symbols = await Promise.all(
    names.map(async (name) => {
      // oxlint-disable-next-line typescript/no-unsafe-assignment -- the package gives no types for its single icons
      const { __iconData: icon }: { __iconData: { node: Part[] } } = await import(
        `lucide-react/dist/esm/icons/${name}.mjs`
      );
      return `<symbol id="${prefix}${name}" viewBox="0 0 24 24">${icon.node.map(draw).join("")}</symbol>`;
    }),
  );
  const licence = "<!-- Lucide icons, ISC licence, https://lucide.dev/license -->";
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${licence}\n${symbols.join("\n")}\n</svg>\n`;
  await writeFile(path.join(folder, file), drawing);
}

function draw([tag, attributes]: Part): string {
  const drawn = Object.entries(attributes).filter(([name]) => name !== "key"); // React's, not the icon's
  return `<${tag}${drawn.map(([name, value]) => ` ${name}="${value}"`).join("")}/>`;
}
