import type { QueryClient } from "@tanstack/react-query";
import type { ReturnedCopy } from "#contract/desk/returns.ts";
import { keepAction } from "#web/ui/code-scanner/session-scans.ts";
import { isDialogOpen } from "#web/ui/overlay/after-dialog.ts";
import { announce } from "#web/ui/feedback/announce.ts";
import { copyName } from "../order-details/copy-name.ts";
import { checkedIn, undoOfCheckIn, whereTo } from "./in-words.ts";

/** Keeps a check-in by a button of the return desk among the scans, and says it. */
export function keepCheckIn(client: QueryClient, back: ReturnedCopy): void {
  keepAction(client, { words: checkedIn(back), isGood: true, undo: undoOfCheckIn(back) });
  sayCheckIn(back);
}

/** Says a check-in: which copy, as the next one of its title often goes to the same place. The window of the camera says its own. */
export function sayCheckIn(back: ReturnedCopy): void {
  if (isDialogOpen()) return;
  const rest = back.copiesOut === 0 ? "Its order is complete." : `${back.copiesOut} of ${back.copiesSent} still out.`;
  announce(`Checked in: ${back.title}, ${copyName(back)}. ${whereTo(back)}. ${rest}`);
}
