/** The storage key: "stay", or nothing. */
export const messagesKey = "messages";

/** Whether messages stay until they are closed, as chosen on this machine. */
export function messagesStay(): boolean {
  try {
    return localStorage.getItem(messagesKey) === "stay";
  } catch {
    return false; // storage is blocked: nothing can have been chosen
  }
}
