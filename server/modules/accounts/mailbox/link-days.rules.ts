/** How long a link that confirms a mailbox works, in days. */
export const linkDays = 14;
