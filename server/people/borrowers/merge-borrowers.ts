import { mergeBorrowers as mergeCall } from "#contract/people/borrowers.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/catalog/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { recordActivity } from "#server/platform/record-activity.ts";
import { isNewAddress } from "../accounts/account-card.ts";
import { voidHoldLinks } from "../accounts/mailbox.queries.ts";
import type { BorrowerEditor } from "./change-borrower.ts";
import { lockMerged, moveAll, moveWaitlistEntries } from "./merge.queries.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { type Letter, letterOf, userNameFact } from "#server/platform/mail/letter/letter.ts";

/**
 * Merges account `fromId` into `id`; returns the number of moved orders. A block on either account stays. Only a
 * manager can merge accounts with different mailboxes, because one of them loses its account, or merge into an account
 * whose mailbox isn't confirmed, because anyone could have registered it with that address.
 */
export async function mergeBorrowers(
  db: Database,
  id: number,
  fromId: number,
  { isManager, ...actor }: BorrowerEditor,
): Promise<number> {
  if (id === fromId) throw new Refusal({ kind: "same-account" });
  return inTransaction(db, async (tx) => {
    const both = await lockMerged(tx, [id, fromId]);
    const [to, from] = [id, fromId].map((each) => found(both.find(({ borrower_id }) => borrower_id === each)));
    if (!to || !from) throw new Refusal({ kind: "same-account" });
    const isOneMailbox =
      !isNewAddress(from, to) && both.every(({ resets_from: from }) => from === null || from <= actor.at);
    if (!isManager && !(isOneMailbox && to.is_confirmed)) throw new Refusal({ kind: "merge-by-manager" });
    await voidHoldLinks(tx, fromId);
    const titles = await moveWaitlistEntries(tx, from, to);
    const orders = await moveAll(tx, from, to);
    const addresses = new Set<string>();
    for (const { email_address: address, language, is_reached: isReached } of [to, from]) {
      if (!isReached || addresses.has(address.toLowerCase())) continue;
      addresses.add(address.toLowerCase());
      const letter = mergeLetter(to.user_name, language);
      await enqueueMail(tx, { kind: "account-changed", to: { borrowerId: id, address }, letter, at: actor.at });
    }
    await recordActivity(tx, actor, {
      call: mergeCall.call,
      kind: "borrowers",
      subjectId: id,
      label: to.name,
      before: null,
      after: {
        "Merged account": `${from.name}, ${from.email_address}, user name ${from.user_name}`,
        "Orders moved": orders,
      },
    });
    await recountStock(tx, titles);
    return orders;
  });
}

const words = {
  en: {
    heading: "We merged your two library accounts",
    preview: "All your orders are in one account now.",
    text: "You had two accounts at the library. We merged them, so all your orders are in one place. From now on, log in with the username below and its password. The other account is closed.",
    note: "If this isn’t your account, please write to us.",
  },
  es: {
    heading: "Unimos sus dos cuentas de la biblioteca",
    preview: "Ahora todos sus pedidos están en una sola cuenta.",
    text: "Usted tenía dos cuentas en la biblioteca. Las unimos para que todos sus pedidos estén en un solo lugar. Desde ahora, inicie sesión con el nombre de usuario que aparece abajo y su contraseña. La otra cuenta está cerrada.",
    note: "Si no es su cuenta, escríbanos.",
  },
};

/** Tells a borrower which account to use from now on. */
export function mergeLetter(userName: string, language: LanguageCode): Letter {
  const { text, note, ...more } = words[language];
  return letterOf(language, more, [{ is: "text", text }, userNameFact(userName, language), { is: "note", text: note }]);
}
