/** Shown when a label has an outdated SKU. */
export const labelIsOldMessage = "This label is out of date. Print a new one.";
