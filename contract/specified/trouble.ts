/** Access and errors. */
export const unauthorized = "Unauthorized";
export const forbidden = "Forbidden";
export const mustLogin = "You must login to proceed";
export const noAccess = "You do not have access to the requested page";
export const redirectedToHome = "Redirected to Home Page";
export const redirectedToDashboard = "Redirected to Dashboard";
export const badLogin = "Invalid username/password!";
export const somethingWrong = "Something went wrong";
export const reallyWrong = "Ooops! Something went really wrong!";
export const pageNotFound = "Oops! Page not found...";
export const nothingToCheckOut = "There's no item to checkout!";
export const noQrCode = "No QR code found. Please make sure the QR code is within the camera's frame and try again.";
export const invalidQrCode = "Invalid QR Code. ";
