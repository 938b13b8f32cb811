import { importMessages, messages, ownMessages } from "#contract/messages.ts";
import type { Reason } from "#contract/wire/reasons.ts";

/** The English sentence of a refusal. */
export function sentenceOfReason(reason: Reason): string {
  switch (reason.kind) {
    case "copies-checked-out":
      return reason.copies.map((copy) => ownMessages.copyIsOut(copy)).join(" ");
    case "copy-not-available":
      return ownMessages.copyNotAvailable;
    case "copy-of-another-title":
      return ownMessages.copyOfAnotherTitle;
    case "end-before-start":
      return ownMessages.dateOrder;
    case "faulty-rows":
      return importMessages.notGood(reason.rows);
    case "held-elsewhere":
      return ownMessages.heldElsewhere;
    case "import-file-gone":
      return importMessages.fileChanged;
    case "import-not-ready":
      return importMessages.notNow(reason.state);
    case "import-saved":
      return importMessages.alreadySaved;
    case "invalid":
      return messages.field.correctInvalid;
    case "labels-out-of-date":
      return ownMessages.labelsOutOfDate(reason.labels);
    case "line-full":
      return ownMessages.lineIsFull;
    case "link-expired":
      return reason.link === "reset" ? ownMessages.resetLinkInvalid : ownMessages.mailLinkInvalid;
    case "mail-expired":
      return ownMessages.mailIsOver;
    case "mail-not-dead":
      return ownMessages.mailNotDead;
    case "no-such-version":
      return ownMessages.noSuchVersion;
    case "not-processing":
      return ownMessages.removeOnlyWhileProcessing;
    case "nothing-to-check-out":
      return messages.trouble.nothingToCheckOut;
    case "nothing-to-save":
      return importMessages.nothingToSave;
    case "only-left":
      return ownMessages.onlyLeft(reason.left);
    case "order-returned":
      return ownMessages.orderIsReturned;
    case "password-too-short":
      return ownMessages.passwordTooShort(reason.least);
    case "quantity-required":
      return messages.field.quantityRequired;
    case "quantity-too-high":
      return messages.field.quantityAboveFive;
    case "short-stock":
      return ownMessages.onlyLeftOf(reason.titles);
    case "sign-ups-closed":
      return ownMessages.signUpsClosed;
    case "sku-locked":
      return ownMessages.skuLocked;
    case "stale":
      return ownMessages.changedBy(reason.what, reason.changedBy);
    case "taken":
      return reason.title === undefined ? ownMessages.userNameTaken : ownMessages.skuTaken(reason.title);
    case "terms-changed":
      return ownMessages.termsChanged;
    case "too-few-copies":
      return ownMessages.onlyCopiesAvailable(reason.available);
    case "unusable-file":
      return "This file cannot be used.";
    case "wrong-password":
      return ownMessages.currentPasswordWrong;
  }
}
