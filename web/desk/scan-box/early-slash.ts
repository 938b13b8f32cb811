import { userTypes } from "#contract/catalog/codes.ts";
import { searchKeyIsOff } from "#web/ui/navigation/search-key.ts";
import { currentSession } from "#web/lib/session.ts";

let typed: string | undefined;

/**
 * Until the field that the key / leads to is there, keeps that key and the letters after it of staff who are logged in, whatever
 * has the focus: the login page that does is about to go.
 */
export function keepEarlySlash(): void {
  addEventListener("keydown", keep, { capture: true });
}

/** What was typed after an early /, for the field that is now there; undefined when nobody pressed it. */
export function takeEarlySlash(): string | undefined {
  removeEventListener("keydown", keep, { capture: true });
  const taken = typed;
  typed = undefined;
  return taken;
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

/** Whether the field is about to be there: a password may begin with a / too. */
function isExpected(): boolean {
  return (
    !searchKeyIsOff() &&
    currentSession()?.user.userTypeId === userTypes.admin &&
    /^\/admin(?:\/|$)/i.test(location.pathname)
  );
}
