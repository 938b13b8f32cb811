/** Where the choice is kept: "stay", or nothing. */
export const messagesKey = "messages";

/** Whether messages stay until they are closed, as chosen on this machine; otherwise they go by themselves. */
export function messagesStay(): boolean {
  try {
    return localStorage.getItem(messagesKey) === "stay";
  } catch {
    return false; // storage is forbidden: nothing can have been chosen
  }
}
