/** Said when a label names another SKU than its copy has now. */
export const labelIsOldMessage = "This label is out of date. Print a new one.";
