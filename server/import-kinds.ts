import { titleImports } from "./catalog/public.ts";
import type { ImportKinds } from "./imports/public.ts";

/** Everything that can be imported from a file. */
export const importKinds: ImportKinds = [titleImports];
