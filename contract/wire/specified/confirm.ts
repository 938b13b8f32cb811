export const removeSku = "Are you sure you want to remove this SKU?";
export const undoCheckOut = "Are you sure you want to undo the checkout?";
