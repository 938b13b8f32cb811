import * as z from "zod/mini";

/** The name of a copy in lists: its title and its label. */
export const copyName = { title: z.string(), language: z.string(), skuNumber: z.string(), copyNumber: z.number() };

/** A copy in lists that link to it. */
export const copyInList = { inventoryItemId: z.number(), inventoryId: z.number(), ...copyName };

/** A borrower in lists. */
export const borrowerInList = { borrowerName: z.string(), schoolName: z.string() };
