/** The header of a GET that a page sent by itself while nobody was at it: it does not keep an idle session alive. */
export const unattendedHeader = "x-unattended";
