import fs from "node:fs";
import path from "node:path";

export const projectRoot = findUpwards(import.meta.dirname);

function findUpwards(folder: string): string {
  if (fs.existsSync(path.join(folder, "package.json"))) return folder;
  const above = path.dirname(folder);
  if (above === folder) throw new Error("No package.json above the running program.");
  return findUpwards(above);
}
