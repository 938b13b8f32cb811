/** Generates the icons of web/public from favicon.svg: for browser tabs and phones' home screens. */
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
// phones round the corners themselves
await save(drawing.replace(' rx="11"', ""), "apple-touch-icon.png", 180);
