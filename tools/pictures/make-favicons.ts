/** Draws the icons of web/public anew from favicon.svg beside it: what a tab shows, and what a telephone puts on its first screen. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "#server/platform/project-root.ts";
import sharp from "sharp";

const folder = path.join(projectRoot, "web/public");
const drawing = await readFile(path.join(projectRoot, "tools/pictures/favicon.svg"), "utf8");
const save = async (svg: string, name: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 48 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(path.join(folder, name));

await save(drawing, "favicon.png", 96);
// a telephone rounds the corners itself
await save(drawing.replace(' rx="11"', ""), "apple-touch-icon.png", 180);
