import { importKinds } from "./import-kinds.ts";
import { runImportProcess } from "./imports/public.ts";

// The separate process that checks and saves an import (decision 016).
await runImportProcess(importKinds);
