/** Every sentence the product says that the specification gives, letter for letter, odd spacing included. */
export const messages = {
  /** Shown when something worked. */
  done: {
    loggedIn: "Succesfully logged in.",
    registered: "Registration successful! Login to continue.",
    accountUpdated: "Updated.",
    passwordChanged: "Password changed.",
    itemSaved: "Item Saved.",
    itemUpdated: "Item Updated.",
    skuAdded: "SKU Number Added. ",
    itemAddedToCart: "Item successfully added to your cart.",
    itemRemovedFromCart: "Item removed from cart.",
    orderSubmitted: "Order submitted.",
    orderUpdated: "Order updated.",
    skuAssigned: "SKU assigned.",
    skuRemoved: "SKU removed.",
    allSkusRemoved: "All SKUs have been removed.",
    thankYou: "Thank you for your order!",
  },
  /** Fields of forms. */
  field: {
    correctInvalid: "Please correct the invalid fields.",
    title: "Title is required.",
    skuNumber: "SKU Number is required.",
    description: "Description is required.",
    category: "Category is required.",
    subject: "Subject is required.",
    content: "Content is required.",
    userName: "Username is required. Only letters, numbers and '@ . - _' allowed.",
    password: "Password is required.",
    verifyPassword: "Verify password is required.",
    passwordsMustMatch: "Passwords must match.",
    fullName: "Full name is required.",
    email: "Email Address is required/invalid.",
    phone: "Phone Number is required/invalid.",
    schoolName: "School Name is required.",
    schoolDistrict: "School District is required.",
    street: "Street is required.",
    city: "City is required.",
    state: "State is required/invalid.",
    zip: "Zip is required/invalid.",
    newPassword: "New password is required.",
    verifyNewPassword: "Verify new password is required.",
    resetUserNameOrEmail: "** User name/ Email Address is required.",
    resetNewPassword: "** New Password is required.",
    resetVerifyPassword: "** Verify Password is required.",
    quantityRequired: "Quantity required.",
    quantityAboveFive: "Quantity cannot exceed five.",
  },
  /** Access and faults. */
  trouble: {
    unauthorized: "Unauthorized",
    forbidden: "Forbidden",
    mustLogin: "You must login to proceed",
    noAccess: "You do not have access to the requested page",
    redirectedToHome: "Redirected to Home Page",
    redirectedToDashboard: "Redirected to Dashboard",
    badLogin: "Invalid username/password!",
    somethingWrong: "Something went wrong",
    reallyWrong: "Ooops! Something went really wrong!",
    pageNotFound: "Oops! Page not found...",
    nothingToCheckOut: "There's no item to checkout!",
    noQrCode: "No QR code found. Please make sure the QR code is within the camera's frame and try again.",
    invalidQrCode: "Invalid QR Code. ",
  },
  /** Questions before something is taken away. */
  confirm: {
    removeSku: "Are you sure you want to remove this SKU?",
    undoCheckOut: "Are you sure you want to undo the checkout?",
  },
  /** Lists with nothing in them. */
  empty: {
    pager: "No records to display.",
    recent: "No records found.",
    orders: "No orders to display.",
  },
} as const;

/** Sentences of our own, where the specification leaves the words open. */
export const ownMessages = {
  userNameTaken: "Username is already taken.",
  passwordTooShort: (least: number) => `Password must be at least ${least} characters.`,
  currentPasswordRequired: "Current password is required.",
  currentPasswordWrong: "Current password is incorrect.",
  resetLinkInvalid: "This reset link is no longer valid.",
  onlyLeft: (left: number) => `Only ${left} in stock.`,
  /** The titles that an order is short of, and what is left of each. */
  onlyLeftOf: (short: readonly { title: string; left: number }[]) =>
    short
      .map(({ title, left }) => (left === 0 ? `"${title}" is out of stock.` : `Only ${left} of "${title}" in stock.`))
      .join(" "),
  onlyCopiesAvailable: (free: number) => `Only ${free} ${free === 1 ? "copy is" : "copies are"} available.`,
  copyNotAvailable: "This copy is not available.",
  copyOfAnotherTitle: "This copy belongs to another title.",
  lineIsFull: "This item already has all the copies that were ordered.",
  orderIsReturned: "This order is returned. Reopen it to change its copies.",
  removeOnlyWhileProcessing: "A single SKU can be removed only while the order is Processing.",
  orderChangedBy: (name: string) => `This order was changed by ${name}. Reload to see it.`,
  statusRequired: "Status is required.",
  gradesRequired: "Grades is required.",
  linkInvalid: "Link must be a web address that starts with http:// or https://.",
  tooManyRequests: "Too many requests. Please wait a moment and try again.",
  serverBusy: "The library is busy right now. Please try again in a moment.",
  notFound: "Not found",
  tooLong: (field: string, most: number) => `${field} cannot be longer than ${most} characters.`,
  dateOrder: "End date must not be before start date.",
} as const;
