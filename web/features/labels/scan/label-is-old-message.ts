/** Said when a label names another SKU than its copy has now. */
export const labelIsOldMessage = "The label is out of date. Please print a new one.";
