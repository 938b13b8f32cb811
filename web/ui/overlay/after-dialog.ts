/** How long a dialog may take to close after what was done in it was told, and its page to be there again, in ms. */
export const closing = 200;

/**
 * Says something, after the message that came with it. What is outside of an open dialog is not heard, nor is what is there already
 * when it closes: then it is said later.
 */
export function afterDialog(say: () => void): void {
  if (isDialogOpen()) setTimeout(say, 2 * closing);
  else say();
}

export const isDialogOpen = () => document.querySelector("dialog:modal") !== null;
