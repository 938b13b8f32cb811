export { importJob } from "./working/own-process.ts";
export { inOwnProcess, runImportProcess } from "./working/own-process.ts";
export { cleanUpImports } from "./steer-import.ts";
export { renameInWords } from "./words/map-words.ts";
export { undoJob } from "./undoing/undo-import.ts";
export { tableOf } from "./reading/csv-rows.ts";
