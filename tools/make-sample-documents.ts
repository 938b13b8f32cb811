/** Generates the sample documents of the home page: web/public/documents/*.pdf. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "#server/platform/project-root.ts";
import { drawDocument } from "./documents/draw-document.ts";
import { sampleDocuments } from "./documents/sample-documents.ts";
import { spanishDocuments } from "./documents/spanish-documents.ts";

const folder = path.join(projectRoot, "web/public/documents");
await mkdir(folder, { recursive: true });
for (const document of [...sampleDocuments, ...spanishDocuments]) {
  await writeFile(path.join(folder, document.file), await drawDocument(document));
}
