import { userTypes } from "#contract/catalog/codes.ts";
import { currentSession } from "#web/lib/session.ts";
import { searchKeyIsOff } from "#web/lib/stored-choice.ts";

let typed: string | undefined;

/**
 * Collects a "/" and the keys after it until the scan box has loaded. Only for staff who are logged in, as the login page may still be
 * on the screen.
 */
export function keepEarlySlash(): void {
  addEventListener("keydown", keep, { capture: true });
}

/** Returns the text typed after an early "/"; undefined if it wasn't pressed. */
export function takeEarlySlash(): string | undefined {
  removeEventListener("keydown", keep, { capture: true });
  const text = typed;
  typed = undefined;
  return text;
}

function keep(event: KeyboardEvent): void {
  const { key } = event;
  if (!isExpected() || event.ctrlKey || event.altKey || event.metaKey) return;
  if (typed === undefined ? key !== "/" : key.length !== 1 && key !== "Backspace") return;
  event.preventDefault();
  event.stopPropagation();
  if (typed === undefined) typed = "";
  else typed = key === "Backspace" ? typed.slice(0, -1) : typed + key;
}

/** Whether the scan box is about to load; a "/" may also begin a password. */
function isExpected(): boolean {
  return (
    !searchKeyIsOff() &&
    currentSession()?.user.userTypeId === userTypes.admin &&
    /^\/admin(?:\/|$)/i.test(location.pathname)
  );
}
