import { runImportProcess } from "./modules/imports/public.ts";

// The process beside the library's that checks and saves an import (decision 023).
await runImportProcess();
