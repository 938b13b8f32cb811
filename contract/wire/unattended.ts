/** Marks a GET that a page sent on its own, so that it doesn't keep an idle session alive. */
export const unattendedHeader = "x-unattended";
