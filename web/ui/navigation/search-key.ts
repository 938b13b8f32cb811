import { storedChoice } from "#web/lib/stored-choice.ts";

export const searchKey = "search key";

/** Whether the key / leads nowhere, as chosen on this machine. */
export const searchKeyIsOff = () => storedChoice(searchKey) === "off";
