/** How long a dialog may take to close, in ms. */
export const dialogCloseMs = 200;

/**
 * Calls `say` after any open dialog has closed: announcements outside an open dialog, or just before it closes, are not
 * heard.
 */
export function afterDialog(say: () => void): void {
  if (isDialogOpen()) setTimeout(say, 2 * dialogCloseMs);
  else say();
}

export const isDialogOpen = () => document.querySelector("dialog:modal") !== null;
