/** Marks a GET that a page sends without the user, so that it doesn't keep an idle session alive. */
export const unattendedHeader = "x-unattended";
