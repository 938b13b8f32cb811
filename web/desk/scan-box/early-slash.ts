import { userTypes } from "#contract/catalog/codes.ts";
import { currentSession } from "#web/lib/session.ts";
import { searchKeyIsOff } from "#web/lib/stored-choice.ts";

let earlyText: string | undefined;

/** Collects a "/" and the keys after it until the scan box loads, except on the login page. */
export function keepEarlySlash(): void {
  addEventListener("keydown", collect, { capture: true });
}

/** Returns the text typed after an early "/", or undefined if "/" wasn't pressed. */
export function takeEarlySlash(): string | undefined {
  removeEventListener("keydown", collect, { capture: true });
  const text = earlyText;
  earlyText = undefined;
  return text;
}

function collect(event: KeyboardEvent): void {
  const { key } = event;
  if (!isExpected() || event.ctrlKey || event.altKey || event.metaKey) return;
  if (earlyText === undefined ? key !== "/" : key.length !== 1 && key !== "Backspace") return;
  event.preventDefault();
  event.stopPropagation();
  if (earlyText === undefined) earlyText = "";
  else earlyText = key === "Backspace" ? earlyText.slice(0, -1) : earlyText + key;
}

/** Returns whether the scan box is about to load. Elsewhere, a "/" may begin a password. */
function isExpected(): boolean {
  return (
    !searchKeyIsOff() &&
    currentSession()?.user.userTypeId === userTypes.admin &&
    /^\/admin(?:\/|$)/i.test(location.pathname)
  );
}
