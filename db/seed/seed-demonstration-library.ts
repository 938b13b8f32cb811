import { sql } from "kysely";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { type KeepPicture, seedCovers, seedItems } from "./seed-items.ts";
import { demonstrationBorrowers, seedBorrowers, seedOrders, seedSchools } from "./seed-orders.ts";
import { demonstrationItems } from "./demonstration-items.ts";
import { daysBefore } from "./chance.ts";

/**
 * Fills an empty database (an administrator may exist) with the demonstration library, dated relative to `now`; all or
 * nothing. Returns the number of loaded titles: 0 if the database wasn't empty. Without `keepPicture`, no title gets a picture.
 */
export async function seedDemonstrationLibrary(
  database: Database,
  now: Date = new Date(),
  keepPicture?: KeepPicture,
): Promise<number> {
  if (!(await isEmpty(database))) return 0;
  return inTransaction(database, async (transaction) => {
    await waitForOtherSeeds(transaction);
    if (!(await isEmpty(transaction))) return 0;
    const items = await seedItems(transaction, demonstrationItems(), now);
    if (keepPicture) await seedCovers(transaction, items, keepPicture);
    const borrowers = demonstrationBorrowers();
    await seedSchools(transaction, borrowers);
    await seedBorrowers(transaction, borrowers, now);
    await seedOrders(transaction, { items, borrowers }, now);
    await seedNews(transaction, now);
    await countStockFromRows(transaction);
    return items.size;
  });
}

/**
 * The categories exist before the first item, and every inserted item locks its own, so locking all of them excludes
 * everyone else. A row lock, because it also works behind a pooler and on distributed databases.
 */
async function waitForOtherSeeds(transaction: Transaction) {
  await transaction.selectFrom("categories").select("category_id").orderBy("category_id").forUpdate().execute();
}

async function isEmpty(database: Database): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`
    select not (
      exists (select from items) or exists (select from orders) or exists (select from borrowers)
      or exists (select from districts) or exists (select from news) or exists (select from accounts where user_type_id <> 1)
    ) as "isEmpty"`.execute(database);
  return rows[0]?.isEmpty === true;
}

async function seedNews(transaction: Transaction, now: Date) {
  const news = demonstrationNews.toSorted((one, other) => other.age - one.age);
  await transaction
    .insertInto("news")
    .values(
      news.map(({ title, content, titleInSpanish, contentInSpanish, age }) => ({
        title,
        content,
        title_in_spanish: titleInSpanish,
        content_in_spanish: contentInSpanish,
        published_at: daysBefore(now, age),
        updated_at: daysBefore(now, age),
      })),
    )
    .execute();
}

async function countStockFromRows(transaction: Transaction) {
  await sql`
    update items set
      active_copies = shelf.active_copies, checked_out = circulation_stock.checked_out,
      requested = circulation_stock.requested, shortfall = 0
    from circulation_stock,
      (select item_id, count(*) as active_copies from copies where not is_inactive group by item_id) as shelf
    where circulation_stock.item_id = items.item_id and shelf.item_id = items.item_id`.execute(transaction);
}

/** News of the demonstration library, in Markdown; `age` in days. */
export const demonstrationNews: readonly {
  title: string;
  content: string;
  titleInSpanish: string;
  contentInSpanish: string;
  age: number;
}[] = [
  {
    title: "New titles on the shelves",
    content:
      "This month we added kits, curricula, videos, and recordings to the collection. See recent additions on the " +
      "[inventory home page](/user/home), or [search for “kit”](/user/inventories/kit) and use the subject and grade " +
      "filters to find what fits your classes.\n\n" +
      "Some of the new titles are in Spanish. [Search for “Español”](/user/inventories/Espa%C3%B1ol) to see them " +
      "together.",
    titleInSpanish: "Títulos nuevos en los estantes",
    contentInSpanish:
      "Este mes agregamos kits, currículos, videos y audios a la colección. Vea lo más reciente en la [página de inicio " +
      "del catálogo](/user/home), o [busque “kit”](/user/inventories/kit) y use los filtros de tema y grado para encontrar " +
      "lo que conviene a sus clases.\n\n" +
      "Algunos de los títulos nuevos están en español. [Busque “Español”](/user/inventories/Espa%C3%B1ol) para verlos " +
      "juntos.",
    age: 4,
  },
  {
    title: "How to return materials",
    content:
      "Please send materials back on or before the return date of your order:\n\n" +
      "- Pack them as they came.\n" +
      "- Insure the package, and use a carrier that gives you a tracking number.\n" +
      "- Return shipping usually costs between $4 and $12.\n\n" +
      "If something was damaged on the way, tell us before you send it. We'd rather know right away.",
    titleInSpanish: "Cómo devolver los materiales",
    contentInSpanish:
      "Envíe los materiales de vuelta en la fecha límite de devolución de su pedido o antes:\n\n" +
      "- Empáquelos como llegaron.\n" +
      "- Asegure el paquete y use una empresa de mensajería que le dé un número de rastreo.\n" +
      "- El envío de devolución suele costar entre $4 y $12.\n\n" +
      "Si algo se dañó en el camino, avísenos antes de enviarlo. Preferimos saberlo pronto.",
    age: 27,
  },
  {
    title: "Planning ahead for school breaks",
    content:
      "We pack orders on school days, and packages take three to five business days. Around breaks, and in summer " +
      "when many school offices are closed, please order two weeks before you need the materials, and check that " +
      "someone can accept the package at the address in your account.",
    titleInSpanish: "Planifique con tiempo las vacaciones escolares",
    contentInSpanish:
      "Preparamos los pedidos en días de escuela, y los paquetes tardan de tres a cinco días hábiles. Cerca de las " +
      "vacaciones, y en verano, cuando muchas oficinas escolares cierran, haga su pedido dos semanas antes de necesitar " +
      "los materiales y compruebe que alguien pueda recibir el paquete en la dirección de su cuenta.",
    age: 68,
  },
  {
    title: "Ordering for a whole department?",
    content:
      "You can borrow up to five copies of a title in one order. When several teachers share materials, one order " +
      "with one return date is easier to keep track of than many small ones.\n\n" +
      "Each item’s page shows how many copies are in stock.",
    titleInSpanish: "¿Hace un pedido para todo un departamento?",
    contentInSpanish:
      "Puede pedir hasta cinco ejemplares de un título en un pedido. Cuando varios maestros comparten los materiales, es " +
      "más fácil llevar la cuenta de un pedido con una sola fecha de devolución que de muchos pequeños.\n\n" +
      "La página de cada material muestra cuántos ejemplares hay disponibles.",
    age: 131,
  },
];
