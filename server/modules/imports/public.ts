export { importJob } from "./working/import-job.ts";
export { inOwnProcess, runImportProcess } from "./working/own-process.ts";
export { cleanUpImports } from "./clean-up-imports.ts";
export { renameInWords } from "./words/rename-in-words.ts";
export { undoJob } from "./undoing/undo-import.ts";
export { tableOf } from "./reading/table-of.ts";
