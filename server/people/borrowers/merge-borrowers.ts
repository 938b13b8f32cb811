import { mergeBorrowers as mergeCall } from "#contract/people/borrowers.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/catalog/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { lockMerged, moveAll, moveLines } from "./merge.queries.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";

/** Merges the account `fromId` into `id`; gives how many orders moved. Who is blocked in one of them stays blocked. */
export async function mergeBorrowers(db: Database, id: number, fromId: number, actor: Actor): Promise<number> {
  if (id === fromId) throw new Refusal({ kind: "same-account" });
  return inTransaction(db, async (tx) => {
    const both = await lockMerged(tx, [id, fromId]);
    const [to, from] = [id, fromId].map((one) => found(both.find(({ borrower_id }) => borrower_id === one)));
    if (!to || !from) throw new Refusal({ kind: "same-account" });
    const titles = await moveLines(tx, from, to);
    const orders = await moveAll(tx, from, to);
    const addresses = new Set<string>();
    for (const { name, email_address: address, language, is_reached: isReached } of [to, from]) {
      if (!isReached || addresses.has(address.toLowerCase())) continue;
      addresses.add(address.toLowerCase());
      const letter = mergeLetter(to.user_name, language);
      await enqueueMail(tx, { kind: "account-changed", to: { name, address }, letter, at: actor.at });
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
    heading: "Your two library accounts are one now",
    preview: "Your orders are all in one account.",
    text: (userName: string) =>
      `You had two accounts at the library. We merged them, so all your orders are in one place. Log in with the user name ${userName} and its password from now on; the other one is closed.`,
    note: "Was that not your account? Please write to us.",
  },
  es: {
    heading: "Sus dos cuentas de la biblioteca ahora son una",
    preview: "Todos sus pedidos están en una sola cuenta.",
    text: (userName: string) =>
      `Usted tenía dos cuentas en la biblioteca. Las unimos para que todos sus pedidos estén en un solo lugar. Desde ahora, inicie sesión con el nombre de usuario ${userName} y su contraseña; la otra cuenta está cerrada.`,
    note: "¿No era su cuenta? Escríbanos, por favor.",
  },
};

/** Tells a borrower which of their accounts is left. */
export function mergeLetter(userName: string, language: LanguageCode): Letter {
  const { heading, preview, text, note } = words[language];
  return {
    language,
    subject: heading,
    preview,
    heading,
    blocks: [
      { is: "text", text: text(userName) },
      { is: "note", text: note },
    ],
  };
}
