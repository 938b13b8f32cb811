import type { LanguageCode } from "#contract/site/languages.ts";

const english = {
  viewOrder: (id: number) => `View order #${id}`,
  dueSoon: {
    subject: (id: number, due: string) => `Order #${id} is due back ${due}`,
    preview: "Please send it back in time.",
    heading: (due: string) => `Due back ${due}`,
    text: (id: number, due: string) => `A friendly reminder: your order #${id} is due back on ${due}.`,
    note: "Please insure the package and use a carrier that tracks it. Already on its way? You’re all set.",
  },
  overdue: {
    subjectOfOne: (id: number) => `Order #${id} is overdue`,
    subject: (n: number) => `${n} orders are overdue`,
    previewOfOne: "Please send it back as soon as you can.",
    preview: "Please send them back as soon as you can.",
    headingOfOne: "Your order is overdue",
    heading: "Your orders are overdue",
    text: "Others are waiting for these materials. Please send them back as soon as you can.",
    order: (id: number, due: string) => `Order #${id}, due ${due}`,
    note: "Already on its way? You’re all set. Is something lost or damaged? Please write to us.",
  },
};

const spanish: typeof english = {
  viewOrder: (id) => `Ver el pedido n.º ${id}`,
  dueSoon: {
    subject: (id, due) => `El pedido n.º ${id} debe devolverse el ${due}`,
    preview: "Devuélvalo a tiempo, por favor.",
    heading: (due) => `Fecha límite de devolución: ${due}`,
    text: (id, due) => `Le recordamos que su pedido n.º ${id} debe devolverse a más tardar el ${due}.`,
    note: "Asegure el paquete y use una empresa de mensajería que permita rastrearlo. ¿Ya va en camino? Entonces no tiene que hacer nada más.",
  },
  overdue: {
    subjectOfOne: (id) => `El pedido n.º ${id} está vencido`,
    subject: (n) => `${n} pedidos están vencidos`,
    previewOfOne: "Devuélvalo lo antes posible, por favor.",
    preview: "Devuélvalos lo antes posible, por favor.",
    headingOfOne: "Su pedido está vencido",
    heading: "Sus pedidos están vencidos",
    text: "Otras personas esperan estos materiales. Devuélvalos lo antes posible, por favor.",
    order: (id, due) => `Pedido n.º ${id}, debía devolverse el ${due}`,
    note: "¿Ya va en camino? Entonces no tiene que hacer nada más. ¿Se perdió o se dañó algo? Escríbanos, por favor.",
  },
};

/** The texts of reminders, in the reader's language. */
export function reminderWords(language: LanguageCode): typeof english {
  return { en: english, es: spanish }[language];
}
