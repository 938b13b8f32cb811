import { titleImports } from "./catalog/public.ts";
import type { ImportKinds } from "./imports/public.ts";
import { loanImports, trackingImports } from "./orders/public.ts";
import { borrowerImports } from "./people/public.ts";

/** Everything that can be imported from a file. */
export const importKinds: ImportKinds = [titleImports, borrowerImports, loanImports, trackingImports];
