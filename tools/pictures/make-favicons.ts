/** Generates the icons of web/public from favicon.svg: for browser tabs and phones' home screens. */
import { readFile, writeFile } from "node:fs/promises";
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
await saveIco();
// phones round the corners themselves
await save(drawing.replace(' rx="11"', ""), "apple-touch-icon.png", 180);

/** For browsers that ask for /favicon.ico whatever the page says: one picture of 32 px, a PNG inside. */
async function saveIco(): Promise<void> {
  const picture = await sharp(Buffer.from(drawing), { density: 48 }).resize(32, 32).png({ palette: true }).toBuffer();
  const head = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  head.writeUInt32LE(picture.length, 14);
  await writeFile(path.join(folder, "favicon.ico"), Buffer.concat([head, picture]));
}
