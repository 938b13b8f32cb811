import { runImportProcess } from "./imports/own-process.ts";

// The separate process that checks and saves an import (decision 016).
await runImportProcess();
