const key = "messages";
let unstored: boolean | undefined;

/** Whether messages stay until they are closed, as chosen on this machine; otherwise they go by themselves. */
export function messagesStay(): boolean {
  if (unstored !== undefined) return unstored;
  try {
    return localStorage.getItem(key) === "stay";
  } catch {
    return false; // storage is forbidden: nothing can have been chosen before
  }
}

/** Lets messages stay until they are closed, or go again by themselves. */
export function letMessagesStay(stay: boolean): void {
  try {
    if (stay) localStorage.setItem(key, "stay");
    else localStorage.removeItem(key);
  } catch {
    unstored = stay; // storage is forbidden: the choice lasts as long as the page
  }
}
