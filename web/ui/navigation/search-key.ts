import { storedChoice } from "#web/lib/stored-choice.ts";

export const searchKey = "search key";

/** Whether the / shortcut is off in this browser. */
export const searchKeyIsOff = () => storedChoice(searchKey) === "off";
