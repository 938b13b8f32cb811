export { startImportWorker } from "./working/work-on-imports.ts";
export { inOwnProcess, runErrand } from "./working/own-process.ts";
export { sweepImports } from "./sweep-imports.ts";
