export { startImportWorker } from "./work-on-imports.ts";
export { sweepImports } from "./sweep-imports.ts";
