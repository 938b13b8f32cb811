export { importJob } from "./own-process.ts";
export { inOwnProcess, runImportProcess } from "./own-process.ts";
export { cleanUpImports } from "./steer-import.ts";
export { renameInWords } from "./map-words.ts";
export { undoJob } from "./undo-import.ts";
export { tableOf } from "./reading/csv-rows.ts";
