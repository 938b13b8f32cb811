import { runImportProcess } from "./modules/imports/public.ts";

// The separate process that checks and saves an import (decision 023).
await runImportProcess();
