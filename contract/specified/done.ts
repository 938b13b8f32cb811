/** Shown after a success. */
export const loggedIn = "Succesfully logged in.";
export const registered = "Registration successful! Login to continue.";
export const accountUpdated = "Updated.";
export const passwordChanged = "Password changed.";
export const itemSaved = "Item Saved.";
export const itemUpdated = "Item Updated.";
export const skuAdded = "SKU Number Added. ";
export const itemAddedToCart = "Item successfully added to your cart.";
export const itemRemovedFromCart = "Item removed from cart.";
export const orderSubmitted = "Order submitted.";
export const orderUpdated = "Order updated.";
export const skuAssigned = "SKU assigned.";
export const skuRemoved = "SKU removed.";
export const allSkusRemoved = "All SKUs have been removed.";
export const thankYou = "Thank you for your order!";
